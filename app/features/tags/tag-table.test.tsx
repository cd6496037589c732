import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { readFilters } from './filters.ts'
import { TagTable } from './tag-table.tsx'

test('the heading over the traces tells how many days they hold, which a plan may cut', () => {
  const headingsOf = (days: string[]): string => {
    const Stub = createRoutesStub([
      {
        path: '*',
        Component: () => <TagTable tags={[]} days={days} filters={readFilters(new URLSearchParams())} />,
      },
    ])
    return renderToStaticMarkup(<Stub initialEntries={['/tags']} />)
  }
  expect(headingsOf(['2026-11-29', '2026-11-30'])).toContain('>2 days, UTC<')
  expect(headingsOf(['2026-11-30'])).toContain('>1 day, UTC<')
})
