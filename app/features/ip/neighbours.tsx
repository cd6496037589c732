import type { Neighbours } from '#model/ip-report.ts'
import { queryHref } from '../../query-href.ts'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'

const shown = ['malicious', 'suspicious', 'unknown', 'benign'] as const

/** Who else of its block and of its network was seen. */
export function NeighboursPanel({ neighbours }: { neighbours: readonly Neighbours[] }) {
  if (neighbours.length === 0) return null
  return (
    <Panel title="Neighbours">
      <ul className="grid gap-2">
        {neighbours.map(({ query, name, total, classes }) => (
          <li key={query}>
            <a href={queryHref(query)} className="font-mono">
              {name}
            </a>
            <span className="text-ink-2">{`: ${counted(total, 'address', 'addresses')} seen`}</span>
            <span className="flex flex-wrap gap-x-3 pt-0.5 text-dense text-ink-2">
              {shown
                .filter((of) => (classes[of] ?? 0) > 0)
                .map((of) => (
                  <span key={of} className="inline-flex items-center gap-1">
                    <ClassIcon of={of} named />
                    {withCommas(classes[of] ?? 0)}
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
