import { z } from 'zod'
import type { CveData } from '#model/cve.ts'
import { type CveSource, mebibytes } from '../source.ts'
import { shaped, valuesOf } from '../../formats/streamed/json.ts'
import { cut, cveOf } from '../../formats/streamed/values.ts'

const maxFileBytes = 64 * mebibytes

const actor = z.object({
  name: z.string().min(1),
  kind: z.enum(['threat-actor', 'botnet', 'ransomware']),
  cves: z.array(z.string()).max(1000).default([]),
})

/** Who is known to use which CVE, turned round: from actors with their CVEs to CVEs with their actors. */
export const actors: CveSource = {
  kind: 'cve',
  name: 'threat-actors',
  title: 'Threat actors, botnets and ransomware',
  gives: 'Which named groups, botnets and ransomware families use a CVE.',
  licence: 'CC0-1.0 (MISP galaxy)',
  credit: 'MISP galaxy',
  home: 'https://github.com/MISP/misp-galaxy',
  urls: [],
  isOfSeveralFiles: false,
  refreshHours: 720,
  files: /(?:^|\/)threat-actors[\w.-]*\.ndjson$/i,
  minRows: 1,
  maxBytes: maxFileBytes,
  async *parse(file) {
    const found = new Map<string, NonNullable<CveData['actors']>>()
    for await (const { where, value } of valuesOf(file, maxFileBytes)) {
      const { name, kind, cves } = shaped(actor, value, where)
      for (const text of new Set(cves)) {
        const cve = cveOf(text, where)
        found.set(cve, [...(found.get(cve) ?? []), { name: cut(name, 200), kind }])
      }
    }
    for (const [cve, list] of found) yield { cve, facts: { actors: list } }
  },
}
