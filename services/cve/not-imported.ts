import { cveList } from '#sources/cve/parse/cve-list.ts'
import { epss } from '#sources/cve/parse/epss.ts'
import { exploits } from '#sources/cve/parse/exploits.ts'
import { kev } from '#sources/cve/parse/kev.ts'
import { nvd } from '#sources/cve/parse/nvd.ts'
import { summary } from '#sources/cve/parse/summary.ts'
import type { CveStatus } from '#store/analytics/cves/status.ts'

/** Kinds of facts and the sources any of which tells them. */
const kinds: readonly { title: string; sources: readonly string[] }[] = [
  { title: 'CVE records', sources: [cveList.name, nvd.name, summary.name] },
  { title: 'KEV', sources: [kev.name] },
  { title: 'EPSS', sources: [epss.name] },
  { title: 'known exploits', sources: [exploits.name] },
]

/** The kinds of facts that no source tells here, so that pages can say so where they would stand. */
export function notImported(statuses: readonly CveStatus[]): string[] {
  const imported = new Set(statuses.map(({ source }) => source))
  return kinds.filter(({ sources }) => !sources.some((name) => imported.has(name))).map(({ title }) => title)
}
