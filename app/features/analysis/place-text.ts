import { withCommas } from '../../ui/numbers.ts'

/** "3 times, first in line 12"; nothing of a list that is still read. */
export function placeText(place: { times: number; line: number } | undefined): string {
  if (!place || place.times === 0) return ''
  const { times, line } = place
  const often = times === 1 ? 'once' : `${withCommas(times)} times`
  return line === 0 ? often : `${often}, ${times === 1 ? 'in' : 'first in'} line ${withCommas(line)}`
}
