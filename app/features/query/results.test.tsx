import { describe, expect, test } from 'vitest'
import type { QueryReport } from '#services/ip/query-report.ts'
import { FrameContext, unknownFrame } from '../../page-frame.tsx'
import { ClockContext } from '../../ui/moment.tsx'
import { utcClock } from '#model/clock.ts'
import type { Finding } from '#gnql/explain/finding.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { emptyDocument } from '#store/analytics/tables/document.ts'
import { allowed, columnIds, columnOf, defaultColumns } from './columns.ts'
import { readState } from './page-state.ts'
import { ExportMenu } from './export-menu.tsx'
import { Results } from './results.tsx'
import { openedRow, rowOf } from './row.ts'
import { draw, report, textOf } from './testing.tsx'

const document = {
  ...emptyDocument('2001:db8::7'),
  classification: 'suspicious' as const,
  organization: 'Example "Hosting"',
  country: 'Netherlands',
  country_code: 'NL',
  tag_names: ['Mirai', 'Telnet', 'SSH', 'SMB', 'RDP'],
  scan: [{ port: 23, protocol: 'tcp' }],
  first_seen: '2026-10-23T04:11:09Z',
  last_seen: '2026-11-20T21:40:12Z',
}

const why: Finding[] = [
  {
    span: { start: 5, end: 7 },
    words: 'on port 23',
    excludes: false,
    matched: true,
    values: [{ field: 'raw_data.scan.port', values: ['23'] }],
  },
  { span: { start: 16, end: 18 }, words: 'on port 22', excludes: false, matched: false, values: [] },
]

/** The answer as its page shows it. */
const drawn = (
  over: Partial<QueryReport> = {},
  { address = '', ...rest }: { address?: string } & Partial<Parameters<typeof Results>[0]> = {},
) => {
  const answer = { ...report, ...over }
  const state = readState(new URLSearchParams(address))
  const shown = allowed(state.columns, answer.lacking)
  return draw(
    <Results
      report={answer}
      rows={[rowOf(document, shown)]}
      shown={shown}
      opened={null}
      state={state}
      {...rest}
    />,
    `/?${address}`,
  )
}

describe('the answer to a query', () => {
  test('has no column of what the plan lacks, and says so', () => {
    const headings = (html: string) =>
      [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, title]) => title)
    const part = drawn({ lacking: ['feature-ip-vuln-correlation'] })
    expect(headings(drawn())).toContain('CVE')
    expect(headings(part)).toEqual(headings(drawn()).filter((title) => title !== 'CVE'))
    expect(textOf(part)).toContain('Not in your plan, and left out here: vulnerability correlation.')
    expect(textOf(drawn())).not.toContain('Not in your plan')
  })

  test('with its default columns is the same answer otherwise: its query, part, order and widths', () => {
    const address = 'part=benign&gnql=port%3A22&sort=ip&edit=columns&cols=class,asn&w.asn=200'
    const [, href = ''] = /href="([^"]*)"[^>]*>Default columns</.exec(drawn({}, { address })) ?? []
    const params = new URLSearchParams(href.replaceAll('&amp;', '&'))
    expect(params.get('cols')).toBe(defaultColumns.join(','))
    params.set('cols', 'class,asn')
    expect(String(params)).toBe(String(new URLSearchParams(address)))
  })

  test('is exported by who may, and everybody else is told who may', () => {
    const html = draw(
      <FrameContext value={{ ...unknownFrame, mayExport: false }}>
        <ExportMenu query={report.query} total={report.total} shown={['class']} order="ip" last={null} />
      </FrameContext>,
    )
    expect(html).not.toContain('export_format')
    expect(textOf(html)).toContain('Exports come with every offering except community.')
    expect(textOf(html)).toContain('Log in or create a free account')
    expect(drawn()).toContain('export_format=csv')
  })

  test('is exported in the order shown, as long as a file of so many can be sorted', () => {
    const menu = (total: number) =>
      draw(
        <FrameContext value={unknownFrame}>
          <ExportMenu
            query={report.query}
            total={total}
            shown={['class', 'asn']}
            order="severity"
            last={null}
          />
        </FrameContext>,
      )
    expect(textOf(menu(50_000))).toContain('in the order shown: worst first.')
    expect(menu(50_000)).toContain('&amp;sort=severity&amp;fields=ip,classification,metadata.asn')
    expect(textOf(menu(50_001))).toContain(
      'sorted by IP address: a file in another order holds at most 50,000.',
    )
    expect(menu(50_001)).not.toContain('sort=')
  })

  test('of a plan that reaches less far back says how far, and who sees more', () => {
    const within = (historicDays: number, isListed = false) =>
      textOf(
        draw(
          <FrameContext value={{ ...unknownFrame, plan: { historicDays, lacking: [] } }}>
            <Results
              report={report}
              rows={[]}
              shown={['class']}
              opened={null}
              state={readState(new URLSearchParams())}
              {...(isListed && {
                listed: { places: {}, actions: null, fileHref: () => '', isGrowing: false },
              })}
            />
          </FrameContext>,
        ),
      )
    expect(within(7)).toContain('Showing 7 days of 90. Upgrade to extend to 90 days.')
    expect(within(90)).not.toContain('Upgrade to extend')
    expect(within(7, true), 'of a list').not.toContain('Upgrade to extend')
  })

  test('a column of fields that a plan may lack says in which group', () => {
    for (const id of columnIds) {
      const { field, group } = columnOf(id)
      if (field) expect(group ?? null, id).toBe(fieldOf(registries.ip, field).entitlement)
    }
  })

  test('says how many, in words what, in how long, and draws each day; its numbers stand in a table when asked for', () => {
    const html = drawn()
    expect(textOf(html)).toMatch(/1,204 IPs on port 23 or on port 22 in 41 ms/)
    expect(html).toContain(
      'aria-label="IPs seen per day, 19 Nov to 20 Nov, low 10, high 40 on 20 Nov, last 40."',
    )
    expect(html).toContain('<a href="?table=days" aria-expanded="false"')
    expect(textOf(html)).not.toContain('2026-11-19 1 2 3 4')
    expect(textOf(drawn({}, { address: 'table=days' }))).toContain('2026-11-19 1 2 3 4')
    expect(html).not.toMatch(/\sstyle="/)
  })

  test('a page that is not the last links to the next with its token; the last one says so', () => {
    expect(drawn()).toContain('href="/?after=a%2Bb%2Fc%3D"')
    expect(textOf(drawn({ nextToken: null, total: 1 }))).toContain('All 1 shown.')
    const end = textOf(drawn({ nextToken: null }, { address: 'after=x' }))
    expect(end).toContain('End of 1,204 IPs.')
    expect(end).toContain('First page')
  })

  test('export says how much and as what, and downloads by plain links; also what changed since the last one', () => {
    const first = drawn()
    expect(textOf(first)).toContain('All 1,204 IPs of this query')
    expect(
      first.match(
        /href="\/api\/ip\/query\?query=port%3A23\+OR\+port%3A22&amp;export_format=\w+&amp;sort=last_seen"/g,
      )?.length,
    ).toBe(4)
    expect(first).toContain(
      'export_format=csv&amp;sort=last_seen&amp;fields=ip,classification,metadata.organization,metadata.source_country,metadata.source_country_code,',
    )
    const last = { cursor: 'a.b', madeAt: Date.UTC(2026, 10, 19, 21, 40), matching: 1200 }
    const later = drawn({}, { exported: last })
    expect(textOf(later)).toMatch(/since this browser’s export of 2026-11-19 21:40 UTC \(1,200 IPs\)/)
    expect(later.match(/export_format=\w+&amp;changes_since=a\.b"/g)?.length).toBe(4)
  })

  test('an address leads to its page, and what a list leaves out is counted', () => {
    const html = drawn()
    expect(html).toContain('href="/ip/2001%3Adb8%3A%3A7"')
    expect(html).toMatch(/data-rest="\+3"><a href="[^"]*tags%3AMirai" dir="ltr">Mirai<\/a><a [^>]*>Telnet</)
  })

  test('a row is opened by a link and says which conditions it met and on what', () => {
    expect(drawn()).toContain(
      'href="?row=2001%3Adb8%3A%3A7" class="opener chrome" aria-label="Preview 2001:db8::7"',
    )
    const html = drawn({}, { opened: openedRow(document, why, ['tags', 'country', 'rdns']) })
    expect(textOf(html)).toMatch(/Matches 1 of 2 terms .*Holds: .*on port 23 .*raw_data\.scan\.port: .*23/)
    expect(textOf(html)).toMatch(/Does not hold: .*on port 22/)
    expect(textOf(html)).toMatch(/Tags .*Mirai .*Telnet .*SSH .*SMB .*RDP .*Country .*NL Netherlands/)
    expect(textOf(html)).not.toContain('Reverse name')
  })

  test('is sorted by a heading that leads to the order, and says which it is in', () => {
    const html = drawn()
    expect(html).toContain('<th scope="col" aria-sort="descending"><a href="?">Last seen (UTC)</a></th>')
    expect(html).toContain('<th scope="col"><a href="?sort=severity">Class</a></th>')
    expect(html.match(/aria-sort/g)?.length).toBe(1)
    expect(html).toContain('>First seen</th>')
  })

  test('says of a day that it is one of UTC where the reader has another zone', () => {
    const clock = { ...utcClock, zone: 'Asia/Tokyo' }
    const state = readState(new URLSearchParams())
    const html = draw(
      <ClockContext value={clock}>
        <Results
          report={report}
          rows={[rowOf(document, defaultColumns)]}
          shown={defaultColumns}
          opened={null}
          state={state}
        />
      </ClockContext>,
    )
    expect(html).toContain('>First seen (UTC)</th>')
    const byAddress = drawn({}, { address: 'sort=ip&after=x' })
    expect(byAddress).toContain('<th scope="col" aria-sort="ascending"><a href="?sort=ip">IP</a></th>')
    expect(byAddress).toMatch(/aria-current="true">IP address</)
  })

  test('columns are chosen, moved, sized and left out by links and a form', () => {
    const html = drawn({}, { address: 'edit=columns&cols=class,tags,asn&w.tags=300' })
    expect(html).toContain(
      'href="?edit=columns&amp;cols=class,asn,tags&amp;w.tags=300" aria-label="Move Tags right"',
    )
    expect(html).toContain(
      'href="?edit=columns&amp;cols=tags,class,asn&amp;w.tags=300" aria-label="Move Tags left"',
    )
    expect(html).toContain('href="?edit=columns&amp;cols=class,asn&amp;w.tags=300" aria-label="Remove Tags"')
    expect(html).toContain('href="?edit=columns&amp;cols=class,tags,asn,os&amp;w.tags=300">OS</a>')
    expect(html).toMatch(/aria-label="Width of Tags in pixels"[^>]* name="w.tags" value="300"/)
    expect(html).toMatch(/<th scope="col">Tags<svg width="300"/)
    const lacking = drawn(
      { lacking: ['feature-ip-vuln-correlation'] },
      { address: 'edit=columns&cols=class' },
    )
    expect(lacking).not.toContain('>CVE</a>')
  })

  test('columns are offered where there are some: in the list alone', () => {
    expect(drawn()).toContain('>Columns</a>')
    for (const view of ['stats', 'map']) {
      const html = drawn({}, { address: `view=${view}&edit=columns` })
      expect(html).not.toContain('>Columns</a>')
      expect(html).not.toContain('Set widths')
    }
  })

  test('a page of fifty rows has few elements', () => {
    const ips = Array.from({ length: 50 }, (_, at) => `198.18.64.${at}`)
    const shown = readState(new URLSearchParams()).columns
    const rows = ips.map((ip) => rowOf({ ...document, ip, cves: ['CVE-2021-44228'] }, shown))
    const elements = (html: string) => html.match(/<[a-z]/g)?.length ?? 0
    expect(elements(drawn({}, { rows })) - elements(drawn({}, { rows: [] }))).toBeLessThanOrEqual(20 * 50)
  })
})
