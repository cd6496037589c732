import { type Bar, stackOrder, totalOf } from '../../ui/charts/bar.ts'
import { dayLabel } from '../../ui/moment.tsx'
import { withCommas } from '../../ui/numbers.ts'

/** "11 Nov: 680 (malicious 400, benign 280)"; of several days what they narrow to, which is not the sum
 * of their bars: an IP counts on each day, and one that paused in between was there before and after. */
export function readoutOf(bars: readonly Bar[], today: string): string {
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return ''
  if (first !== last)
    return `Enter or let go: IPs last seen from ${dayLabel(first.day)}, first seen by ${dayLabel(last.day)}`
  const parts = stackOrder
    .filter((name) => first.counts[name] > 0)
    .map((name) => `${name} ${withCommas(first.counts[name])}`)
  const soFar = first.day === today ? ' so far' : ''
  return `${dayLabel(first.day)}${soFar}: ${withCommas(totalOf(first))}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}
