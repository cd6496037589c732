import { z } from 'zod'
import { type CveRow, type CveSource, mebibytes } from '../source.ts'
import { openCsv } from '../../formats/csv.ts'
import { parsed, shaped } from '../../formats/streamed/json.ts'
import { wholeText } from '../../formats/streamed/text.ts'
import { cut, cveOf, dayOf, known } from '../../formats/streamed/values.ts'
import { SourceRefused } from '../../refused.ts'

const maxFileBytes = 64 * mebibytes

const entry = z.object({
  cveID: z.string(),
  vendorProject: z.string(),
  product: z.string(),
  vulnerabilityName: z.string(),
  dateAdded: z.string(),
  shortDescription: z.string(),
  requiredAction: z.string(),
  dueDate: z.string(),
  knownRansomwareCampaignUse: z.string().default('Unknown'),
  cwes: z.array(z.string()).default([]),
})
const catalogue = z.object({ count: z.number(), vulnerabilities: z.array(entry) })

function row(of: z.infer<typeof entry>, where: string): CveRow {
  return {
    cve: cveOf(of.cveID, where),
    facts: known({
      name: cut(of.vulnerabilityName.trim(), 300),
      description: cut(of.shortDescription.trim(), 4000),
      vendor: cut(of.vendorProject.trim(), 200),
      product: cut(of.product.trim(), 200),
      weaknesses: of.cwes.filter((id) => /^CWE-\d+$/.test(id)).map((id) => ({ id, name: '' })),
      kev: {
        added: dayOf(of.dateAdded, where),
        due: dayOf(of.dueDate, where),
        ransomware: of.knownRansomwareCampaignUse === 'Known',
        action: cut(of.requiredAction.trim(), 1000),
      },
    }),
  }
}

/** CISA's catalogue of vulnerabilities that are exploited, as its CSV or its JSON. */
export const kev: CveSource = {
  kind: 'cve',
  name: 'kev',
  title: 'CISA Known Exploited Vulnerabilities',
  gives:
    'Which CVEs are known to be exploited, since when, by when US agencies must act, and whether ransomware uses them.',
  licence: 'CC0-1.0',
  credit: 'CISA',
  home: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  urls: ['https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json'],
  isOfSeveralFiles: false,
  refreshHours: 24,
  files: /(?:^|\/)(?:kev(?:-latest|-\d{4}-\d\d-\d\d)?|known_exploited_vulnerabilities)\.(?:csv|json)$/i,
  minRows: 100,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const text = await wholeText(file, maxFileBytes)
    if (text.trimStart().startsWith('{')) {
      const { count, vulnerabilities } = shaped(catalogue, parsed(text, 'The file'), 'The catalogue')
      if (count !== vulnerabilities.length)
        throw new SourceRefused(`The catalogue says ${count} entries and holds ${vulnerabilities.length}.`)
      for (const [at, one] of vulnerabilities.entries()) yield row(one, `Entry ${at + 1}`)
      return
    }
    const { rows } = await openCsv(bytesOf(text), maxFileBytes, ['cveID', 'dateAdded', 'vulnerabilityName'])
    for await (const { number, row: fields } of rows) {
      const cwes = (fields.cwes ?? '').split(/[,\s]+/).filter((id) => id !== '')
      yield row(shaped(entry, { ...fields, cwes }, `Row ${number}`), `Row ${number}`)
    }
  },
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
