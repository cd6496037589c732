import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import type { QueryReport } from '#services/ip/query-report.ts'

/** An answer to a query, for claims on what is drawn of one. */
export const report: QueryReport = {
  query: 'port:23 OR port:22',
  adjustedQuery: '',
  words: 'IPs on port 23 or on port 22',
  diagnostics: [],
  ran: true,
  total: 1204,
  tookMs: 41.4,
  rows: [],
  why: null,
  relaxed: [],
  histogram: [
    { day: '2026-11-19', counts: { malicious: 1, suspicious: 2, unknown: 3, benign: 4 } },
    { day: '2026-11-20', counts: { malicious: 40, suspicious: 0, unknown: 0, benign: 0 } },
  ],
  facets: [
    {
      field: 'classification',
      title: 'Classification',
      values: [{ value: 'malicious', count: 1000, term: 'classification:malicious' }],
    },
  ],
  nextToken: 'a+b/c=',
  lacking: [],
}

export const draw = (node: ReactNode, at = '/') => {
  const Stub = createRoutesStub([{ path: '*', Component: () => node }])
  return renderToStaticMarkup(<Stub initialEntries={[at]} />)
}

export const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
