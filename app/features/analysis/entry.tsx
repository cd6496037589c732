import { useId } from 'react'
import type { AnalysisKind } from '#model/analysis.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { DropZone } from './drop-zone.tsx'
import { type FileProblem, problemText } from './file-problem.ts'
import { kindWords } from './kind.ts'
import { Sending } from './sending.tsx'
import { useCount } from './use-count.ts'
import { useStart } from './use-start.ts'

interface EntryProps {
  kind: AnalysisKind
  text: string
  refused: FileProblem | null
}

/** A list pasted into a field, or a file of it. Both are forms that work without scripts. */
export function Entry({ kind, text, refused }: EntryProps) {
  const start = useStart(kind)
  const words = kindWords[kind]
  const { isSending, message, told, maxMb } = start
  const [count, countText] = useCount(kind, text)
  const id = useId()
  const wrong = message || (refused ? problemText(refused, { kind, maxMb }) : '')
  return (
    <section aria-label="New analysis" className="chrome grid gap-3">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <form
          method="post"
          encType="multipart/form-data"
          action={`/api${words.path}`}
          aria-label={`${words.things.heading} as text`}
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            start.sendText(String(new FormData(event.currentTarget).get('text') ?? ''))
          }}
        >
          <label htmlFor={id} className="font-medium">
            {words.label}
          </label>
          <textarea
            id={id}
            name="text"
            rows={10}
            required
            defaultValue={text}
            onInput={({ currentTarget }) => {
              start.clear()
              countText(currentTarget.value)
            }}
            aria-describedby={`${id}-hint`}
            placeholder={words.placeholder}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            className="w-full rounded-control border border-control bg-surface px-3 py-2 font-mono text-dense font-normal placeholder:text-ink-3"
          />
          <p id={`${id}-hint`} className="text-dense text-ink-2">
            {words.hint}
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" size="lg" loading={isSending}>
              {words.button}
            </Button>
            <p role="status" className="text-ink-2">
              {count}
            </p>
          </div>
        </form>
        <DropZone start={start} />
      </div>
      <Sending start={start} />
      {wrong !== '' && (
        <FormError
          title="No analysis was made"
          message={told === '' ? wrong : <SaidBesides wrong={wrong} told={told} />}
        />
      )}
    </section>
  )
}

const SaidBesides = ({ wrong, told }: { wrong: string; told: string }) => (
  <>
    {wrong} <span className="text-ink-2">{told}</span>
  </>
)
