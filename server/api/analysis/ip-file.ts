import type { AnalysisFormat } from '#model/analysis.ts'
import { shownTags } from '#model/ip-record.ts'
import type { ExportedIp } from '#services/analysis/export-ips.ts'
import type { WordedTag } from '../present/api-enums.ts'
import { fileOfRows } from './rows-file.ts'

/** Lists of addresses as files. */

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

/** The file, some rows at a time. */
export const ipFile = (
  batches: AsyncIterable<ExportedIp[]>,
  { format, tags }: { format: AnalysisFormat; tags: Tags },
): AsyncGenerator<string> =>
  fileOfRows(batches, { format, names, rowOf: (one: ExportedIp) => rowOf(one, tags), textOf: ({ ip }) => ip })
