import type { CodePiece } from './highlight.server.ts'

/** What the kinds of the highlighter look like; the rest is plain. Told apart by weight as well as colour where it matters. */
const looks: Readonly<Record<string, string>> = {
  keyword: 'font-semibold text-accent',
  literal: 'text-accent',
  built_in: 'text-accent',
  string: 'text-ok',
  number: 'text-info',
  attr: 'text-info',
  attribute: 'text-info',
  meta: 'text-ink-2',
  comment: 'italic text-ink-2',
  title: 'text-warn',
}

/** Code with its pieces told apart; `label` names the region, which scrolls by itself. */
export function CodeBlock({ pieces, label }: { pieces: readonly CodePiece[]; label: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-control bg-sunken p-3 text-dense"
    >
      <code>
        {pieces.map(({ kind, text }, at) => {
          const look = looks[kind]
          return look === undefined ? (
            text
          ) : (
            <span key={at} className={look}>
              {text}
            </span>
          )
        })}
      </code>
    </pre>
  )
}
