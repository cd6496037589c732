import { emptyOf } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'

/** An address about which nothing is known; tests say what matters to them. */
export function ipDocument(facts: Partial<IpDocument> = {}): IpDocument {
  const empty = Object.fromEntries(
    ipDocumentColumns.map(({ name, type, pair }) =>
      pair === undefined ? [name, emptyOf(type)] : [pair.split('.')[0], []],
    ),
  ) as unknown as IpDocument
  return {
    ...empty,
    ip: '198.18.0.1',
    origins: ['demo'],
    first_seen: '2026-11-01T00:00:00Z',
    last_seen: '2026-11-20T12:00:00Z',
    actor: 'unknown',
    sensor_hits: 1,
    sensor_count: 1,
    ...facts,
  }
}
