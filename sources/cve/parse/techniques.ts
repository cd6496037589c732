import type { CveData } from '#model/cve.ts'
import { type CveSource, mebibytes } from '../source.ts'
import { openCsv } from '../../formats/csv.ts'
import { cut, cveOf } from '../../formats/streamed/values.ts'

const maxFileBytes = 16 * mebibytes

/** Several rows a CVE, so they are gathered before any is given. */
export const techniques: CveSource = {
  kind: 'cve',
  name: 'attack-techniques',
  title: 'ATT&CK techniques of known exploited vulnerabilities',
  gives: 'How an exploited CVE is used, in the words of MITRE ATT&CK.',
  licence: 'Apache-2.0 (Center for Threat-Informed Defense)',
  credit: 'Center for Threat-Informed Defense',
  home: 'https://github.com/center-for-threat-informed-defense/mappings-explorer',
  urls: [],
  isOfSeveralFiles: false,
  refreshHours: 720,
  files: /(?:^|\/)kev-attack-techniques[\w.-]*\.csv$/i,
  minRows: 1,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const { rows } = await openCsv(file, maxFileBytes, ['cve', 'mapping_type', 'attack_id', 'attack_name'])
    const found = new Map<string, NonNullable<CveData['techniques']>>()
    for await (const { number, row } of rows) {
      const cve = cveOf(row.cve ?? '', `Row ${number}`)
      const technique = {
        id: cut(row.attack_id ?? '', 20),
        name: cut(row.attack_name ?? '', 200),
        type: cut(row.mapping_type ?? '', 40),
      }
      found.set(cve, [...(found.get(cve) ?? []), technique])
    }
    for (const [cve, list] of found) yield { cve, facts: { techniques: list } }
  },
}
