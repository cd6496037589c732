import { useRevalidator } from 'react-router'
import type { Analysis } from '#model/analysis.ts'
import { Progress } from '../../ui/progress.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { ApiForm } from '../account/form.tsx'
import { percentRead, readText } from './state-words.ts'

/** How far a list is read. With scripts the page follows by itself, without them it is asked for again. */
export function ReadProgress({ analysis }: { analysis: Analysis }) {
  const isAlive = useAlive()
  const { revalidate } = useRevalidator()
  const { id, state, own } = analysis
  const isQueued = state === 'queued'
  return (
    <section
      aria-label="Progress"
      className="chrome grid gap-2 rounded-control border border-line bg-surface px-4 py-3"
    >
      <p>
        <span role="status" className="font-semibold">
          {isQueued ? 'Waiting for its turn' : 'Reading the list'}
        </span>{' '}
        <span className="text-ink-2">
          {isQueued ? 'The server reads a few lists at once.' : readText(analysis)}
        </span>
      </p>
      <Progress percent={percentRead(analysis)} label="Read of the list" />
      {!isAlive && (
        <p>
          <a href="">Look how far it is</a>
        </p>
      )}
      {isAlive && own && (
        <ApiForm
          path={`/api/ip/analysis/${id}/cancel`}
          method="POST"
          label="Cancel"
          look={{ variant: 'secondary', size: 'sm' }}
          onDone={() => void revalidate()}
        />
      )}
    </section>
  )
}
