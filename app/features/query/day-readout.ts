import { type Bar, stackOrder, totalOf } from '../../ui/charts/bar.ts'
import { dayLabel } from '../../ui/moment.tsx'
import { withCommas } from '../../ui/numbers.ts'

/** "11 Nov: 680 (malicious 400, benign 280)"; of several days which they are: one IP may count on each of them. */
export function readoutOf(bars: readonly Bar[], today: string): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  if (first !== last) return `${dayLabel(first.day)} to ${dayLabel(last.day)}: Enter or let go to narrow`
  const parts = stackOrder
    .filter((name) => first.counts[name] > 0)
    .map((name) => `${name} ${withCommas(first.counts[name])}`)
  const soFar = first.day === today ? ' so far' : ''
  return `${dayLabel(first.day)}${soFar}: ${withCommas(totalOf(first))}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}
