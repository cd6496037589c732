import { z } from 'zod'
import type { Affected, CveData, Cvss } from '#model/cve.ts'
import { type CveSource, mebibytes } from '../source.ts'
import { shaped, wholeJson } from '../../formats/streamed/json.ts'
import { cut, cveOf, instantOf, isWebAddress, known } from '../../formats/streamed/values.ts'
import { SourceRefused } from '../../refused.ts'

/** A year's feed is about 200 MB; all of one file is held while it is read. */
const maxFileBytes = 400 * mebibytes
const lang = z.object({ lang: z.string(), value: z.string() })

const metric = z.object({
  source: z.string().optional(),
  cvssData: z.object({
    version: z.string(),
    vectorString: z.string(),
    baseScore: z.number().min(0).max(10),
    baseSeverity: z.string().optional(),
  }),
  /** Version 2 has it here. */
  baseSeverity: z.string().optional(),
})
const metrics = z.array(metric).default([])
const match = z.object({
  vulnerable: z.boolean(),
  criteria: z.string(),
  versionStartIncluding: z.string().optional(),
  versionStartExcluding: z.string().optional(),
  versionEndIncluding: z.string().optional(),
  versionEndExcluding: z.string().optional(),
})
const item = z.object({
  id: z.string(),
  vulnStatus: z.string().optional(),
  published: z.string(),
  lastModified: z.string(),
  descriptions: z.array(lang),
  metrics: z
    .object({ cvssMetricV40: metrics, cvssMetricV31: metrics, cvssMetricV30: metrics, cvssMetricV2: metrics })
    .default({ cvssMetricV40: [], cvssMetricV31: [], cvssMetricV30: [], cvssMetricV2: [] }),
  weaknesses: z.array(z.object({ description: z.array(lang) })).default([]),
  configurations: z
    .array(z.object({ nodes: z.array(z.object({ cpeMatch: z.array(match).default([]) })) }))
    .default([]),
  references: z.array(z.object({ url: z.string(), tags: z.array(z.string()).default([]) })).default([]),
})
/** The answer of NVD's API 2.0, which its yearly feeds hold, too. */
const feed = z.object({
  format: z.literal('NVD_CVE'),
  resultsPerPage: z.number(),
  startIndex: z.number(),
  totalResults: z.number(),
  vulnerabilities: z.array(z.object({ cve: item })),
})

const scoresOf = (of: z.infer<typeof item>['metrics']): Cvss[] =>
  [...of.cvssMetricV40, ...of.cvssMetricV31, ...of.cvssMetricV30, ...of.cvssMetricV2].map(
    ({ source = '', cvssData, baseSeverity }) => ({
      version: cut(cvssData.version, 8),
      score: cvssData.baseScore,
      vector: cut(cvssData.vectorString, 300),
      severity: cut((cvssData.baseSeverity ?? baseSeverity ?? '').toUpperCase(), 20),
      by: source === 'nvd@nist.gov' ? 'nvd' : cut(source, 80),
    }),
  )

/** "cpe:2.3:a:apache:log4j:*:…" → vendor and product; escaped signs become plain. */
const plain = (part: string | undefined): string =>
  (part ?? '').replaceAll(/\\(.)/g, '$1').replaceAll('_', ' ')

function rangeOf(of: z.infer<typeof match>, exact: string): string {
  const start = of.versionStartIncluding ?? (of.versionStartExcluding && `after ${of.versionStartExcluding}`)
  const end = of.versionEndExcluding
    ? `before ${of.versionEndExcluding}`
    : of.versionEndIncluding && `up to ${of.versionEndIncluding}`
  return cut([start, end].filter(Boolean).join(' ') || (exact === '*' || exact === '-' ? '' : exact), 120)
}

function affectedBy({ configurations }: z.infer<typeof item>): Affected[] {
  const found = new Map<string, Affected>()
  for (const one of configurations.flatMap(({ nodes }) => nodes.flatMap(({ cpeMatch }) => cpeMatch))) {
    if (!one.vulnerable || found.size >= 200) continue
    const [, , , vendor, product, exact = '*'] = one.criteria.split(/(?<!\\):/)
    const key = `${vendor}:${product}`
    const entry = found.get(key) ?? {
      vendor: cut(plain(vendor), 200),
      product: cut(plain(product), 200),
      versions: [],
    }
    const range = rangeOf(one, plain(exact))
    if (range !== '' && entry.versions.length < 50 && !entry.versions.includes(range))
      entry.versions.push(range)
    found.set(key, entry)
  }
  return [...found.values()]
}

function factsOf(one: z.infer<typeof item>): CveData {
  const affected = affectedBy(one)
  const ids = new Set(one.weaknesses.flatMap(({ description }) => description.map(({ value }) => value)))
  return known<CveData>({
    ...(one.vulnStatus === 'Rejected' && { rejected: true }),
    description: cut(one.descriptions.find(({ lang: of }) => of === 'en')?.value.trim() ?? '', 8000),
    vendor: affected[0]?.vendor ?? '',
    product: affected[0]?.product ?? '',
    published: instantOf(one.published),
    modified: instantOf(one.lastModified),
    inNvd: true,
    cvss: scoresOf(one.metrics).slice(0, 20),
    weaknesses: [...ids].filter((id) => /^CWE-\d+$/.test(id)).map((id) => ({ id, name: '' })),
    affected,
    references: one.references
      .filter(({ url }) => isWebAddress(url))
      .slice(0, 200)
      .map(({ url, tags }) => ({ url, tags: tags.slice(0, 10) })),
  })
}

/** NIST's database: its own scores and which products, in the words of CPE. */
export const nvd: CveSource = {
  kind: 'cve',
  name: 'nvd',
  title: 'National Vulnerability Database',
  gives:
    "NIST's CVSS scores, weaknesses and affected versions; import all yearly feeds of one folder together.",
  licence: 'Public domain (US government work); this product is not endorsed or certified by the NVD',
  credit: 'NIST',
  home: 'https://nvd.nist.gov/vuln/data-feeds',
  urls: [],
  isOfSeveralFiles: true,
  refreshHours: 24,
  files: /(?:^|\/)nvdcve-2\.0-[\w-]+\.json$/i,
  minRows: 1,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const read = shaped(feed, await wholeJson(file, maxFileBytes), 'The feed')
    if (read.startIndex !== 0 || read.vulnerabilities.length !== read.totalResults)
      throw new SourceRefused(
        `The feed says ${read.totalResults} records and holds ${read.vulnerabilities.length}: give the whole feed, not one page.`,
      )
    for (const { cve } of read.vulnerabilities)
      yield { cve: cveOf(cve.id, `Record ${cut(cve.id, 40)}`), facts: factsOf(cve) }
  },
}
