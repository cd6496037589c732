import type { CveData } from '#model/cve.ts'
import { type CveSource, mebibytes } from '../source.ts'
import { type CsvRow, openCsv } from '../../formats/csv.ts'
import { cut, cveOf, dayOf, instantOf, known, numberOf } from '../../formats/streamed/values.ts'

const maxFileBytes = 128 * mebibytes
const blank = (text: string | undefined): string => (text === 'n/a' ? '' : (text ?? ''))

/** "cve-record:CISA-ADP" → "CISA-ADP"; "nuclei" stays. */
const scorer = (text: string): string => text.slice(text.indexOf(':') + 1)

function factsOf(row: CsvRow, where: string): CveData {
  const score = row.cvss_score
  return known<CveData>({
    name: cut(row.name ?? '', 300),
    description: cut(row.description ?? '', 4000),
    vendor: cut(blank(row.vendor), 200),
    product: cut(blank(row.product), 200),
    published: instantOf(row.published),
    weaknesses: (row.cwe ?? '')
      .split(/[\s,;]+/)
      .filter((id) => /^CWE-\d+$/.test(id))
      .map((id) => ({ id, name: '' })),
    cvss: score
      ? [
          {
            version: row.cvss_version ?? '',
            score: numberOf(score, where, 0, 10),
            vector: cut(row.cvss_vector ?? '', 200),
            severity: (row.cvss_severity ?? '').toUpperCase(),
            by: scorer(row.cvss_source ?? ''),
          },
        ]
      : [],
    ...(row.ssvc_exploitation && {
      ssvc: {
        exploitation: row.ssvc_exploitation,
        automatable: row.ssvc_automatable ?? '',
        technicalImpact: row.ssvc_technical_impact ?? '',
      },
    }),
    ...(row.kev_date_added && {
      kev: {
        added: dayOf(row.kev_date_added, where),
        due: dayOf(row.kev_due_date ?? '', where),
        ransomware: /^(?:known|1|true|yes)$/i.test(row.kev_ransomware ?? ''),
        action: '',
      },
    }),
  })
}

/** One row a CVE joined from many lists: what is known without the records themselves. */
export const summary: CveSource = {
  kind: 'cve',
  name: 'cve-summary',
  title: 'Summary of CVEs',
  gives: 'Description, product, weakness and CVSS of the CVEs that are exploited or have an exploit.',
  licence: 'CC0-1.0, Apache-2.0, MIT (joined lists)',
  credit: 'jgamblin/patchthisapp, trickest/cve and others',
  home: 'https://github.com/jgamblin/patchthisapp',
  urls: [],
  isOfSeveralFiles: false,
  refreshHours: 720,
  files: /(?:^|\/)cve-summary[\w.-]*\.csv$/i,
  minRows: 1,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const { rows } = await openCsv(file, maxFileBytes, [
      'cve',
      'description',
      'vendor',
      'product',
      'cwe',
      'cvss_score',
      'published',
    ])
    for await (const { number, row } of rows) {
      const where = `Row ${number}`
      yield { cve: cveOf(row.cve ?? '', where), facts: factsOf(row, where) }
    }
  },
}
