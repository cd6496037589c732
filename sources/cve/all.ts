import type { CveSource } from './source.ts'
import { actors } from './parse/actors.ts'
import { cveList } from './parse/cve-list.ts'
import { epss, epssHistory } from './parse/epss.ts'
import { exploits } from './parse/exploits.ts'
import { kev } from './parse/kev.ts'
import { nvd } from './parse/nvd.ts'
import { summary } from './parse/summary.ts'
import { techniques } from './parse/techniques.ts'

/** Every source of CVE facts. Where two say different things of one CVE, the earlier here counts (docs/methods/cve.md). */
export const cveSources: readonly CveSource[] = [
  cveList,
  nvd,
  summary,
  kev,
  epss,
  epssHistory,
  exploits,
  techniques,
  actors,
]

export const cveSourceNamed = (name: string): CveSource | undefined =>
  cveSources.find((source) => source.name === name)
