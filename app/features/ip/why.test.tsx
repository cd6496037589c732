import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { evidenceKinds, type ReasonKind } from '#model/evidence.ts'
import type { Verdict } from '#model/verdict.ts'
import { Why } from './why.tsx'

/** The links of a verdict with one reason. */
function linksOf(kind: ReasonKind): string[] {
  const verdict: Verdict = {
    classification: 'suspicious',
    method: 'verdict/3',
    reasons: [
      {
        kind,
        slug: 'googlebot',
        name: 'Googlebot',
        category: 'search_engine',
        intention: 'suspicious',
        firstSeen: '2026-10-23T04:11:09Z',
        lastSeen: '2026-11-20T21:40:12Z',
        sessions: 0,
        decided: true,
      },
    ],
    sentence: '',
    wouldChange: '',
    changes: [],
  }
  const Stub = createRoutesStub([
    { path: '*', Component: () => <Why verdict={verdict} decoded={[]} proof={null} /> },
  ])
  const html = renderToStaticMarkup(<Stub initialEntries={['/ip/198.51.100.7']} />)
  expect(html).toContain('Googlebot')
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decodeURIComponent(href))
}

test('no name of a reason is taken for an address', () => {
  for (const kind of ['tag', ...evidenceKinds] as const) expect(linksOf(kind)).not.toContain('/ip/Googlebot')
})

test('an actor that is proved leads to its addresses, one that is claimed falsely leads nowhere', () => {
  for (const kind of ['range', 'name', 'agent'] as const)
    expect(linksOf(kind)).toEqual(['/query/actor:Googlebot'])
  expect(linksOf('claim')).toEqual([])
})
