import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { ServerStatus } from '#model/server-status.ts'
import type { QueryReport } from '#services/ip/query-report.ts'
import type { Services } from '#services/services.ts'
import { createLoadContext, frame } from '../../context.ts'
import { FrameContext } from '../../page-frame.tsx'
import { QueryEditor } from './editor.tsx'
import { Facets } from './facets.tsx'
import { NothingFound, DidNotRun } from './no-answer.tsx'
import { Results } from './results.tsx'
import type { ResultRow } from './row.ts'

const row: ResultRow = {
  ip: '2001:db8::7',
  classification: 'suspicious',
  organization: 'Example "Hosting"',
  country: 'Netherlands',
  countryCode: 'NL',
  tags: { first: ['Mirai', 'Telnet'], count: 5 },
  ports: { first: ['23'], count: 1 },
  cves: { first: [], count: 0 },
  firstSeen: '2026-10-23T04:11:09Z',
  lastSeen: '2026-11-20T21:40:12Z',
  why: [
    {
      span: { start: 5, end: 7 },
      words: 'on port 23',
      excludes: false,
      matched: true,
      values: [{ field: 'raw_data.scan.port', values: ['23'] }],
    },
    { span: { start: 16, end: 18 }, words: 'on port 22', excludes: false, matched: false, values: [] },
  ],
}

const report: QueryReport = {
  query: 'port:23 OR port:22',
  adjustedQuery: '',
  words: 'IPs on port 23 or on port 22',
  diagnostics: [],
  ran: true,
  total: 1204,
  tookMs: 41.4,
  rows: [],
  why: [],
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

const draw = (node: ReactNode) => {
  const Stub = createRoutesStub([{ path: '*', Component: () => node }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe('the answer to a query', () => {
  test('has no column of what the plan lacks, and says so', () => {
    const headings = (html: string) =>
      [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, title]) => title)
    const whole = draw(<Results report={report} rows={[row]} firstPage />)
    const part = draw(
      <Results report={{ ...report, lacking: ['feature-ip-vuln-correlation'] }} rows={[row]} firstPage />,
    )
    expect(headings(whole)).toContain('CVE')
    expect(headings(part)).toEqual(headings(whole).filter((title) => title !== 'CVE'))
    expect(textOf(part)).toContain('Not in your plan, and left out here: vulnerability correlation.')
    expect(textOf(whole)).not.toContain('Not in your plan')
  })

  test('says how many, in how long, and draws each day with its numbers in a table', () => {
    const html = draw(<Results report={report} rows={[row]} firstPage />)
    expect(textOf(html)).toContain('1,204 IPs in 41 ms')
    expect(html).toContain(
      'aria-label="IPs last seen per day, 19 Nov to 20 Nov, low 10, high 40 on 20 Nov, last 40."',
    )
    expect(textOf(html)).toContain('2026-11-19 1 2 3 4')
    expect(html).not.toMatch(/\sstyle="/)
  })

  test('the bars of a day stand on each other, malicious at the base', () => {
    const html = draw(<Results report={report} rows={[row]} firstPage />)
    const [day] = [...html.matchAll(/<g>.*?<\/g>/g)].map(([group]) => group)
    const rects = [...(day ?? '').matchAll(/y="([\d.]+)%" height="([\d.]+)%" class="fill-(\w+)-mark"/g)]
    expect(rects.map(([, , , name]) => name)).toEqual(['malicious', 'suspicious', 'unknown', 'benign'])
    let base = 100
    for (const [, top, height] of rects) {
      expect(Number(top) + Number(height)).toBeCloseTo(base, 2)
      base = Number(top)
    }
    expect(base).toBeCloseTo(75, 2)
  })

  test('a page that is not the last links to the next with its token; the last one says so', () => {
    expect(draw(<Results report={report} rows={[row]} firstPage />)).toContain('href="/?after=a%2Bb%2Fc%3D"')
    const last = { ...report, nextToken: null, total: 1 }
    expect(textOf(draw(<Results report={last} rows={[row]} firstPage />))).toContain('All 1 shown.')
    const end = { ...report, nextToken: null }
    const html = draw(<Results report={end} rows={[row]} firstPage={false} />)
    expect(textOf(html)).toContain('End of 1,204 IPs.')
    expect(textOf(html)).toContain('First page')
  })

  test('export says how much and as what, and downloads by plain links; also what changed since the last one', () => {
    const first = draw(<Results report={report} rows={[row]} firstPage />)
    expect(textOf(first)).toContain('All 1,204 IPs of this query')
    expect(
      first.match(/href="\/api\/ip\/query\?query=port%3A23\+OR\+port%3A22&amp;export_format=\w+"/g)?.length,
    ).toBe(4)
    const last = { cursor: 'a.b', madeAt: Date.UTC(2026, 10, 19, 21, 40), matching: 1200 }
    const later = draw(<Results report={report} rows={[row]} firstPage exported={last} />)
    expect(textOf(later)).toMatch(/since this browser’s export of 2026-11-19 21:40 UTC \(1,200 IPs\)/)
    expect(later.match(/export_format=\w+&amp;changes_since=a\.b"/g)?.length).toBe(4)
  })

  test('an address leads to its page, and what a list leaves out is counted', () => {
    const html = draw(<Results report={report} rows={[row]} firstPage />)
    expect(html).toContain('href="/ip/2001%3Adb8%3A%3A7"')
    expect(textOf(html)).toMatch(/Mirai .*Telnet .*\+3/)
  })

  test('each row says which conditions it met and on what, without scripts', () => {
    const html = draw(<Results report={report} rows={[row]} firstPage />)
    expect(textOf(html)).toMatch(/1 of 2 .*Holds: .*on port 23 .*raw_data\.scan\.port: .*23/)
    expect(textOf(html)).toMatch(/Does not hold: .*on port 22/)
    expect(html).toContain('<details')
  })

  test('the query stands in words under its text', () => {
    expect(textOf(draw(<QueryEditor report={report} />))).toContain('IPs on port 23 or on port 22 .')
  })

  test('of a facet the five most frequent values are drawn, the others when they are asked for', () => {
    const values = Array.from({ length: 9 }, (_, at) => ({ value: `tag-${at}`, count: 9 - at }))
    const facets = [{ field: 'tags', title: 'Tags', values }]
    const at = (entry: string) => {
      const Stub = createRoutesStub([
        { path: '*', Component: () => <Facets report={{ query: 'port:23', facets }} /> },
      ])
      return renderToStaticMarkup(<Stub initialEntries={[entry]} />)
    }
    expect(at('/').match(/Exclude tag-/g)?.length).toBe(5)
    expect(at('/')).toContain('<noscript><a href="?more=tags">All values of Tags</a></noscript>')
    expect(at('/?after=a').match(/href="\?[^"]*"/)?.[0]).toBe('href="?after=a&amp;more=tags"')
    expect(at('/?more=tags').match(/Exclude tag-/g)?.length).toBe(9)
    expect(at('/?more=tags')).toContain('<details open="">')
  })

  test('facets narrow and exclude by links, with alternatives kept together', () => {
    const links = [...draw(<Facets report={report} />).matchAll(/href="\/query\/([^"]+)"/g)].map(([, text]) =>
      decodeURIComponent(text ?? ''),
    )
    expect(links).toContain('(port:23 OR port:22) classification:malicious')
    expect(links).toContain('(port:23 OR port:22) -classification:malicious')
  })
})

describe('a query that gives nothing', () => {
  test('keeps the text, says where it went wrong and what was expected', () => {
    const html = draw(
      <QueryEditor
        report={{
          ...report,
          query: 'port:23 clasification:x',
          ran: false,
          diagnostics: [
            {
              span: { start: 8, end: 21 },
              severity: 'error',
              message: 'No field is called clasification.',
              expected: ['a field'],
              found: 'clasification',
              suggestion: 'classification',
            },
          ],
        }}
      />,
    )
    expect(html).toContain('>port:23 clasification:x</textarea>')
    expect(html).toContain('port:23 clasification:x\n        ^^^^^^^^^^^^^')
    expect(textOf(html)).toMatch(/At character 9\. .*Expected a field\. .*Did you mean classification/)
    expect(html).toContain(`href="/query/${encodeURIComponent('port:23 classification:x')}"`)
  })

  test('not run and nothing found are different pictures', () => {
    expect(textOf(draw(<DidNotRun />))).toContain('This query did not run. The reason stands above.')
    const nothing = textOf(
      draw(<NothingFound report={{ ...report, adjustedQuery: 'port:23 last_seen:90d' }} />),
    )
    expect(nothing).toContain('No address matches port:23 last_seen:90d')
    const relaxed = [{ part: 'country:NL', query: 'port:23', total: 812 }]
    const html = draw(<NothingFound report={{ ...report, relaxed }} />)
    expect(textOf(html)).toMatch(/Without country:NL there are 812/)
    expect(html).toContain('href="/query/port%3A23"')
  })

  test('nothing found says how far the plan reaches back', () => {
    const context = createLoadContext({
      services: { can: () => false, plan: { historicDays: 7, lacking: [] } } as unknown as Services,
      nonce: '',
      status: {} as ServerStatus,
      request: new Request('http://localhost/'),
    })
    const page = (
      <FrameContext value={context.get(frame)}>
        <NothingFound report={report} />
      </FrameContext>
    )
    expect(textOf(draw(page))).toContain('in the last 7 days can match')
  })

  test('what ran instead is stated', () => {
    const html = draw(<QueryEditor report={{ ...report, adjustedQuery: 'port:23 last_seen:90d' }} />)
    expect(textOf(html)).toContain('What ran: port:23 last_seen:90d')
  })
})
