import { useMemo } from 'react'
import { analyze } from '#gnql/analyze.ts'
import { InertText } from '../../../ui/inert-text.tsx'
import { destinationOf } from '../destination.ts'
import type { Typed } from './use-search.ts'

/** Characters shown on either side of what is wrong. */
const beside = 24

/** What is wrong in a query, or may be meant otherwise, underlined; not where somebody is still typing, nor of what is no query. */
export function Problem({ typed: { text, cursor } }: { typed: Typed }) {
  const found = useMemo(
    () =>
      analyze(text, { catalogue: 'ip', now: 0 })
        .diagnostics.filter(({ span }) => cursor < span.start || cursor > span.end)
        .sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))[0],
    [text, cursor],
  )
  // "cve 2021 44228" leads to that CVE, whatever the language would read.
  if (!found || destinationOf({ text, can: () => true }).to !== 'query') return null
  const { start, end } = found.span
  const tone = found.severity === 'error' ? 'text-danger' : 'text-warn'
  return (
    <p className="flex flex-wrap gap-x-3 px-4 pb-2 text-dense">
      <span aria-hidden className="min-w-0 break-all">
        <InertText text={text.slice(Math.max(0, start - beside), start)} />
        <span className={`underline decoration-wavy ${tone}`}>
          <InertText text={text.slice(start, end)} limit={80} />
        </span>
        <InertText text={text.slice(end, end + beside)} />
      </span>
      <span className={tone}>{found.message}</span>
    </p>
  )
}
