import type { AnalysisFormat } from '#model/analysis.ts'
import { shownTags } from '#model/ip-record.ts'
import type { ExportedIp } from '#services/analysis/export-ips.ts'
import type { WordedTag } from '../present/api-enums.ts'
import { csvLine } from '../present/csv.ts'

/** Lists of addresses as files. */

export const contentTypes: Readonly<Record<AnalysisFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  txt: 'text/plain; charset=utf-8',
}

type Tags = ReadonlyMap<string, WordedTag>

/** One address on one level, so that a table and a program read the same. */
function rowOf({ ip, times, line, document, service, reserved }: ExportedIp, tags: Tags) {
  return {
    ip,
    observed: document !== null,
    classification: document?.classification ?? '',
    business_service: service,
    reserved,
    times_in_list: times,
    first_line: line,
    first_seen: document?.first_seen ?? '',
    last_seen: document?.last_seen ?? '',
    actor: document?.actor ?? '',
    organization: document?.organization ?? '',
    asn: document?.asn ?? '',
    country: document?.country ?? '',
    tags: (document?.tags ?? []).slice(0, shownTags).map((slug) => tags.get(slug)?.name ?? slug),
    cves: document?.cves ?? [],
  }
}

const names = [
  'ip',
  'observed',
  'classification',
  'business_service',
  'reserved',
  'times_in_list',
  'first_line',
  'first_seen',
  'last_seen',
  'actor',
  'organization',
  'asn',
  'country',
  'tags',
  'cves',
] as const satisfies (keyof ReturnType<typeof rowOf>)[]

const cellOf = (value: unknown): string => (Array.isArray(value) ? value.join('; ') : String(value))

/** The file, some rows at a time. */
export async function* fileOf(
  batches: AsyncIterable<ExportedIp[]>,
  { format, tags }: { format: AnalysisFormat; tags: Tags },
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(names)
  if (format === 'json') yield '['
  let isFirst = true
  for await (const batch of batches) {
    if (batch.length === 0) continue
    const rows = batch.map((one) => rowOf(one, tags))
    switch (format) {
      case 'csv':
        yield rows.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join('')
        break
      case 'ndjson':
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
        break
      case 'txt':
        yield rows.map(({ ip }) => `${ip}\n`).join('')
        break
      case 'json':
        yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',\n')}`
    }
    isFirst = false
  }
  if (format === 'json') yield ']\n'
}
