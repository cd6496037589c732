import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { IpTimeline } from '#model/ip-report.ts'
import { Lanes } from './lanes.tsx'

const drawn = (by: IpTimeline['by']): string =>
  renderToStaticMarkup(
    <Lanes
      timeline={{
        field: 'destination_port',
        days: 2,
        by,
        isWithheld: false,
        starts: ['2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
        lanes: ['23', '80'].map((label) => ({
          label,
          name: label,
          intention: null,
          cells: [3, 1],
          sessions: 4,
        })),
        more: 0,
        steps: [],
      }}
    />,
  )

test('the bucket that is not over yet is hatched in each lane, and said so', () => {
  const html = drawn('day')
  const [, pattern] = /<pattern id="([^"]+unfinished)"/.exec(html) ?? []
  // The right half of a drawing 720 wide.
  const hatched = html.split(`<path fill="url(#${pattern})" d="M360 1`)
  expect(hatched).toHaveLength(3)
  expect(html).toContain('hatched: today, not over yet')
  expect(drawn('hour')).toContain('hatched: this hour, not over yet')
})
