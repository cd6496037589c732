import { isMissed, type SourceStatus } from '#model/sources.ts'
import { Panel } from '../../ui/panel.tsx'

/** What pages cannot say here because nobody told the server, and how to get it. */
export function MissingSources({ sources }: { sources: readonly SourceStatus[] }) {
  const missing = sources.filter(isMissed)
  if (missing.length === 0) return null
  return (
    <Panel title="What is missing">
      <p className="mb-2 max-w-[90ch] text-ink-2">
        Pages say nothing of these until they are here. With internet, <code>sources update NAME</code>{' '}
        fetches one; without, download its files elsewhere and <code>sources import FOLDER</code> them.
      </p>
      <ul className="grid gap-x-6 gap-y-1 md:grid-cols-2">
        {missing.map(({ name, gives, home }) => (
          <li key={name}>
            <a href={home} rel="noreferrer" className="font-mono">
              {name}
            </a>
            <span className="text-ink-2">{`: ${gives}`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
