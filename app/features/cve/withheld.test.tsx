import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CveReport } from '#model/cve-report.ts'
import { Withheld } from './withheld.tsx'

const details = {
  name: '',
  description: '',
  rejected: false,
  vendor: '',
  product: '',
  cvss: [],
  inNvd: true,
  weaknesses: [],
  affected: [],
  references: [],
}
const report: CveReport = {
  cve: 'CVE-2021-44228',
  level: 'free',
  details,
  timeline: null,
  exploitation: null,
  stats: null,
  activity: null,
  lacking: [],
  sources: [],
  notImported: [],
}

test('each panel beyond the level of a plan says what it holds, which level shows it and who grants that', () => {
  const Stub = createRoutesStub([{ path: '*', Component: () => <Withheld report={report} /> }])
  const html = renderToStaticMarkup(<Stub initialEntries={['/cves/CVE-2021-44228']} />)
  const panels = html.split('</section>').slice(0, -1)
  const levels = ['basic', 'basic', 'advanced', 'advanced']
  expect(panels).toHaveLength(levels.length)
  for (const [index, panel] of panels.entries()) {
    const text = panel.replaceAll(/<[^>]+>/g, '')
    expect(text).toMatch(new RegExp(`It holds .+; the CVE insight level “${levels[index]}” shows it`))
    expect(text).toContain('the operator of this server decides what a plan has')
  }
})
