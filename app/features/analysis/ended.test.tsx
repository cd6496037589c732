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

test('one that is past its time says that all of it is gone, and offers to begin anew', () => {
  const page = shown(<Ended analysis={analysis} isExpired />)
  expect(page).toContain('This analysis has expired: what was sent and found is removed.')
  expect(page).toContain('href="/ip/analysis"')
})

test('one that failed says why, as text; one that was cancelled has no reason but that', () => {
  const failed = { ...analysis, state: 'failed', error: '<b>no address</b>' } as const
  expect(shown(<Ended analysis={failed} isExpired={false} />)).toContain('&lt;b&gt;no address&lt;/b&gt;')
  const cancelled = { ...analysis, state: 'cancelled' } as const
  expect(shown(<Ended analysis={cancelled} isExpired={false} />)).toContain('was cancelled')
})

test('of a shared one other members see whose it is not; whoever made it sees that it is shared', () => {
  expect(shown(<Head analysis={{ ...analysis, shared: true, own: false }} />)).toContain('>shared with you<')
  expect(shown(<Head analysis={{ ...analysis, shared: true }} />)).toContain('>shared<')
  expect(shown(<Head analysis={analysis} />)).not.toContain('shared')
})
