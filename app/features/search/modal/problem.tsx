import { useMemo } from 'react'
import { analyze } from '#gnql/analyze.ts'
import { InertText } from '../../../ui/inert-text.tsx'
import type { Typed } from './use-search.ts'

/** Characters shown on either side of what is wrong. */
const beside = 24

/** What is wrong in a query, underlined; not where somebody is still typing. */
export function Problem({ typed: { text, cursor } }: { typed: Typed }) {
  const found = useMemo(
    () =>
      analyze(text, { catalogue: 'ip', now: 0 }).diagnostics.find(
        ({ severity, span }) => severity === 'error' && (cursor < span.start || cursor > span.end),
      ),
    [text, cursor],
  )
  if (!found) return null
  const { start, end } = found.span
  return (
    <p className="flex flex-wrap gap-x-3 px-4 pb-2 text-dense">
      <span aria-hidden className="min-w-0 break-all">
        <InertText text={text.slice(Math.max(0, start - beside), start)} />
        <span className="text-danger underline decoration-wavy">
          <InertText text={text.slice(start, end)} limit={80} />
        </span>
        <InertText text={text.slice(end, end + beside)} />
      </span>
      <span className="text-danger">{found.message}</span>
    </p>
  )
}
