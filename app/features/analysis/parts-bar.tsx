import { useSearchParams } from 'react-router'
import type { AnalysisPart } from '#model/analysis.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { counted, percent, withCommas } from '../../ui/numbers.ts'
import { partHref, partLooks, partsInOrder } from './parts.ts'

const fills: Readonly<Record<AnalysisPart, string>> = {
  all: '',
  malicious: 'fill-malicious-mark',
  suspicious: 'fill-suspicious-mark',
  unknown: 'fill-unknown-mark',
  benign: 'fill-benign-mark',
  'business-services': 'fill-business-mark',
  // An outline: nothing was seen.
  'not-observed': 'fill-sunken',
}

type Counts = Readonly<Record<AnalysisPart, number>>

/** What a list is made of: one bar, and each part of it a link that shows it alone. */
export function PartsBar({ counts, part: now }: { counts: Counts; part: AnalysisPart }) {
  const [params] = useSearchParams()
  return (
    <section aria-label="Parts of the list" className="grid gap-2">
      <Bar counts={counts} />
      <nav aria-label="Parts">
        <ul className="flex flex-wrap gap-2">
          {(['all', ...partsInOrder] as const).map((part) => {
            const { name, of } = partLooks[part]
            return (
              <li key={part}>
                <a
                  href={partHref(params, part)}
                  aria-current={part === now ? 'page' : undefined}
                  className={`inline-flex min-h-[30px] items-center gap-1.5 rounded-control border px-2 text-ink hover:bg-hover hover:text-ink hover:no-underline pointer-coarse:min-h-11 ${part === now ? 'border-accent bg-selected font-semibold' : 'border-control bg-surface'}`}
                >
                  {of && <ClassIcon of={of} />}
                  {name} <span className="font-normal">{withCommas(counts[part])}</span>
                  {part !== 'all' && counts[part] > 0 && (
                    <span className="text-dense font-normal text-ink-2">
                      {percent(counts[part] / counts.all)}
                    </span>
                  )}
                </a>
              </li>
            )
          })}
        </ul>
      </nav>
    </section>
  )
}

/** Units of the drawing, which is stretched to its place. */
const width = 1000

/** What the bar says, for whoever does not see it. */
const sentenceOf = (counts: Counts): string =>
  `Of ${counted(counts.all, 'address', 'addresses')}: ${partsInOrder
    .filter((part) => counts[part] > 0)
    .map((part) => `${withCommas(counts[part])} ${partLooks[part].name.toLowerCase()}`)
    .join(', ')}.`

function Bar({ counts }: { counts: Counts }) {
  if (counts.all === 0) return null
  const widths = partsInOrder.map((part) => (width * counts[part]) / counts.all)
  return (
    <svg
      role="img"
      aria-label={sentenceOf(counts)}
      viewBox={`0 0 ${width} 12`}
      preserveAspectRatio="none"
      width="100%"
      height="12"
      className="block rounded-badge border border-line-strong"
    >
      {partsInOrder.map((part, at) => {
        const x = widths.slice(0, at).reduce((sum, wide) => sum + wide, 0)
        return <rect key={part} x={x} width={widths[at]} height="12" className={fills[part]} />
      })}
    </svg>
  )
}
