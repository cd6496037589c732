import { expect, test } from 'vitest'
import { draw } from '../query/testing.tsx'
import { Today } from './columns.tsx'

test('the number of hours stays with their unit at the end of a line', () => {
  const addresses = { malicious: 485, suspicious: 283, unknown: 204, benign: 133 }
  const html = draw(
    <Today
      home={{ today: { addresses }, days: [], total: 1105, sessions: 1200, topCves: [], empty: false }}
    />,
  )
  expect(html).toContain('<span class="whitespace-nowrap">24 h</span>')
})
