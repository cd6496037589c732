import { expect, test } from 'vitest'
import { Ranked } from './stats.tsx'
import { draw, textOf } from './testing.tsx'

test('shares are written as everywhere, and what is there is never none', () => {
  const counts = [440, 1]
  const facet = {
    name: 'port',
    aliases: [],
    phrase: false,
    title: 'Port',
    many: true,
    count: 2,
    find: '',
    values: counts.map((count) => ({ value: `${count}`, count })),
  }
  const said = textOf(draw(<Ranked facet={facet} total={2000} />))
  expect(said).toContain(' 22.0% ')
  expect(said).toContain(' &lt;0.1% ')
})
