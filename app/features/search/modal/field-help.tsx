import type { Help } from '#gnql/complete/help.ts'
import { InertText } from '../../../ui/inert-text.tsx'

/** About the field whose value is being typed, with values that a press puts there. */
export function FieldHelp({ help, insert }: { help: Help; insert: (value: string) => void }) {
  return (
    <section aria-label={help.title} className="grid content-start gap-2 text-dense text-ink-2">
      <p>
        <b className="text-ink">{help.title}</b>
      </p>
      <p>{help.description}</p>
      <ul className="flex flex-wrap gap-1">
        {help.shortcuts.map((value) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => insert(value)}
              className="inline-flex min-h-6 max-w-full items-center truncate rounded-badge border border-control px-1.5 text-ink hover:bg-hover pointer-coarse:min-h-11"
            >
              <InertText text={value} limit={40} />
            </button>
          </li>
        ))}
      </ul>
      <ul className="grid gap-1">
        {help.tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  )
}
