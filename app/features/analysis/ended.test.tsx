import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { type Analysis, noTotals } from '#model/analysis.ts'
import { Ended } from './ended.tsx'
import { Head } from './head.tsx'

const analysis: Analysis = {
  id: '1',
  kind: 'ips',
  name: 'friday.log',
  fileName: 'friday.log',
  bytes: 7,
  state: 'completed',
  read: 7,
  totals: noTotals,
  error: '',
  shared: false,
  own: true,
  created: 0,
  expires: 1,
}
const shown = (element: React.ReactNode): string => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub />)
}

test('one that failed says why, as text, and offers to begin anew; one that was cancelled has no reason but that', () => {
  const failed = { ...analysis, state: 'failed', error: '<b>no address</b>' } as const
  const page = shown(<Ended analysis={failed} />)
  expect(page).toContain('&lt;b&gt;no address&lt;/b&gt;')
  expect(page).toContain('href="/ip/analysis"')
  const cancelled = { ...analysis, state: 'cancelled' } as const
  expect(shown(<Ended analysis={cancelled} />)).toContain('was cancelled')
})

test('of a shared one other members see whose it is not; whoever made it sees that it is shared', () => {
  expect(shown(<Head analysis={{ ...analysis, shared: true, own: false }} />)).toContain('>shared with you<')
  expect(shown(<Head analysis={{ ...analysis, shared: true }} />)).toContain('>shared<')
  expect(shown(<Head analysis={analysis} />)).not.toContain('shared')
})
