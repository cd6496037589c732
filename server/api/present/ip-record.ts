import { blankOf } from '#model/blank.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import {
  isWireLeaf,
  type ScannerRecord,
  type WireLeaf,
  type WireTree,
  wireTree,
} from '#model/ip-document/wire.ts'
import { shownTags } from '#model/ip-record.ts'
import type { ReportedDocument } from '#model/ip-report.ts'
import type { BusinessService } from '#model/sources.ts'
import { emptyDocument } from '#store/analytics/tables/document.ts'
import { presentBusinessService } from './business-service.ts'
import type { OneIp } from '#services/ip/find-many.ts'
import type { Scope } from '#services/scope.ts'
import { restrictedOf } from './restricted.ts'
import type { WordedTag } from './api-enums.ts'

/**
 * The v3 IP record that existing clients read. Sub-objects are always present, empty rather than missing: clients crash
 * on a missing `raw_data.tls` (public API notes, 4.1). What it holds, and in which order, the catalogue of the document's columns
 * says (model/ip-document).
 */

export type TagBySlug<T extends WordedTag = WordedTag> = ReadonlyMap<string, T>

/** The record of one address as the public API gives it, JSON. */
export const ipRecordWriter =
  (tags: TagBySlug) =>
  ({ ip, document, service }: OneIp, scope: Scope): string =>
    JSON.stringify({
      ...(document ? presentIpRecord(document, tags, service) : presentUnseen(ip, service)),
      request_metadata: { restricted_fields: restrictedOf(scope) },
    })

export const day = (instant: string): string => instant.slice(0, 10)

/** "2026-11-20 17:01:34": no T and no Z, clients parse exactly this. */
const stamp = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

export function presentTag<T extends WordedTag>(tag: T, lastSeen: string) {
  const category: T['category'] = tag.category
  const intention: T['intention'] = tag.intention
  return {
    id: tag.id,
    slug: tag.slug,
    name: tag.name,
    description: tag.description,
    category,
    intention,
    references: tag.references,
    cves: tag.cves,
    recommend_block: tag.recommendBlock,
    created: tag.createdAt,
    created_at: tag.createdAt,
    updated_at: lastSeen,
  }
}

/** A tag of either face as it is told. */
export type Tagged<T extends WordedTag = WordedTag> = ReturnType<typeof presentTag<T>>
type Written = (document: ReportedDocument, tags: TagBySlug) => unknown

/** How a value of the record is written; null where it is the document's own. */
function writerOf(leaf: WireLeaf): Written | null {
  const pick = (write: (value: unknown) => unknown): Written => {
    const member = memberOf(leaf)
    return (document) => write(document[member])
  }
  switch (leaf.form) {
    case 'constant':
      return () => leaf.value
    case 'tags':
      return (document, tags): Tagged[] =>
        document.tags.slice(0, shownTags).flatMap((slug, at) => {
          const tag = tags.get(slug)
          return tag ? [presentTag(tag, document.tag_last[at] ?? '')] : []
        })
    case 'day':
      return pick((value) => day(value as string))
    case 'stamp':
      return pick((value) => stamp(value as string))
    case 'coordinate':
      return pick((value) => value ?? 0)
    default:
      return null
  }
}

/** The member of the document that a value stands in; both halves of a pair stand in one. */
function memberOf(leaf: WireLeaf): keyof ReportedDocument {
  if (leaf.form === 'constant') throw new Error('A constant stands in no document.')
  const column = leaf.form === 'pairs' ? leaf.members[0]?.column : leaf.column
  const pair = ipDocumentColumns.find(({ name }) => name === column)?.pair
  return (pair === undefined ? column : pair.split('.')[0]) as keyof ReportedDocument
}

function objectOf(tree: WireTree): Written {
  const blank = blankOf(Object.keys(tree))
  const own: (readonly [name: string, member: keyof ReportedDocument])[] = []
  const made: (readonly [name: string, write: Written])[] = []
  for (const [name, node] of Object.entries(tree)) {
    const write = isWireLeaf(node) ? writerOf(node) : objectOf(node)
    if (write) made.push([name, write])
    else if (isWireLeaf(node)) own.push([name, memberOf(node)])
  }
  return (document, tags) => {
    const object: Record<string, unknown> = { ...blank }
    for (const [name, member] of own) object[name] = document[member]
    for (const [name, write] of made) object[name] = write(document, tags)
    return object
  }
}

const writeScanner = objectOf(wireTree)

export function presentIpRecord<T extends WordedTag>(
  document: ReportedDocument,
  tags: TagBySlug<T>,
  service: BusinessService | null = null,
) {
  return {
    ip: document.ip,
    business_service_intelligence: presentBusinessService(service),
    internet_scanner_intelligence: writeScanner(document, tags) as ScannerRecord<Tagged<T>>,
  }
}

/** The record of an address without sessions, which a list of business services may know. */
export function presentUnseen(ip: string, service: BusinessService | null) {
  const record = presentIpRecord(emptyDocument(ip), new Map<string, never>(), service)
  const scanner = { ...record.internet_scanner_intelligence, found: false, seen: false }
  return { ...record, internet_scanner_intelligence: { ...scanner, classification: '' as const } }
}

/** `noise` and `riot` are what the public Python client's filter reads; the hosted service leaves them out. */
export function presentQuick(
  ip: string,
  document: ReportedDocument | undefined,
  service: BusinessService | null = null,
) {
  const { found, trust_level } = presentBusinessService(service)
  return {
    ip,
    noise: document !== undefined,
    riot: service !== null,
    business_service_intelligence: { found, trust_level },
    internet_scanner_intelligence: {
      found: document !== undefined,
      classification: document?.classification ?? ('' as const),
    },
  }
}

/**
 * What the short community answer says besides: the record without its lists, which are absent rather than empty. Clients
 * print an answer as text from these two objects, and crash where they or an inner object are missing.
 */
export function presentHeads(
  ip: string,
  document: ReportedDocument | undefined,
  service: BusinessService | null,
) {
  const record = document ? presentIpRecord(document, new Map(), service) : presentUnseen(ip, service)
  const {
    raw_data,
    tags: _tags,
    cves: _cves,
    callback_ips: _ips,
    ...scanner
  } = record.internet_scanner_intelligence
  const parts = ['http', 'tls', 'ssh', 'tcp', 'source'] satisfies (keyof typeof raw_data)[]
  const empty = Object.fromEntries(parts.map((part) => [part, {}]))
  return {
    business_service_intelligence: record.business_service_intelligence,
    internet_scanner_intelligence: { ...scanner, raw_data: empty },
  }
}
