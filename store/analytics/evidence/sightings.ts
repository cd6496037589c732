import { z } from 'zod'
import { type Trust, trusts } from '#model/evidence.ts'
import { toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { instant } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { type ListChanges, type Replacement, removeSource, replaceSource } from './replace.ts'
import type { EvidenceSource } from './sources.ts'

/** What a list says of one address. Seconds since 1970 UTC, 0 where the list gives none. */
export interface ListedAddress {
  ip: string
  tags: readonly string[]
  note: string
  firstSeen: number
  lastSeen: number
}

/** Only addresses with documents: the others have nothing that could be made anew. */
export const marking =
  (source: string): Replacement['mark'] =>
  async (host, versions, trustChanged) => {
    const listed = (version: string): string =>
      `(SELECT ip FROM {local}.sightings WHERE source = {source: String} AND version = {${version}: UInt64})`
    const differs = trustChanged
      ? `ip IN ${listed('fresh')} OR ip IN ${listed('old')}`
      : `(ip IN ${listed('fresh')}) != (ip IN ${listed('old')})`
    await host.command(
      `INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT ip FROM {local}.ips WHERE ${differs}`,
      {
        ...versions,
        source,
      },
    )
  }

export interface SightingsList {
  name: string
  trust: Trust
  licence: string
  reference: string
  now: number
  /** Each address once. */
  addresses: readonly ListedAddress[]
}

/** Makes `addresses` everything that the source of that name reports. @throws RangeError for what is no address */
export const writeSightings = (
  analytics: Analytics,
  { name, trust, licence, reference, now, addresses }: SightingsList,
): Promise<ListChanges> =>
  replaceSource(analytics, {
    source: { name, kind: 'sightings', trust, licence, reference },
    entries: addresses.length,
    now,
    mark: marking(name),
    fill: (version) => analytics.migrator.insert('{db}.sightings', rowsOf(name, version, addresses)),
  })

function* rowsOf(source: string, version: string, addresses: readonly ListedAddress[]): Generator<object> {
  for (const { ip, tags, note, firstSeen, lastSeen } of addresses)
    yield { source, version, ip: toColumn(ip), tags, note, first_seen: firstSeen, last_seen: lastSeen }
}

/** Makes the word of a list count otherwise; what it says stays as it is, and when it was imported. */
export const trustSightings = (
  analytics: Analytics,
  { entries, imported, ...source }: EvidenceSource,
  trust: Trust,
): Promise<ListChanges> =>
  replaceSource(analytics, {
    source: { ...source, trust },
    entries,
    now: Date.parse(imported),
    mark: marking(source.name),
    fill: async (fresh, old) => {
      for (const host of analytics.hosts)
        await host.command(
          `INSERT INTO {local}.sightings SELECT source, {fresh: UInt64}, ip, tags, note, first_seen, last_seen
           FROM {local}.sightings WHERE source = {source: String} AND version = {old: UInt64}`,
          { source: source.name, fresh, old },
        )
    },
  })

/** @returns false when there is no such list */
export const removeSightings = (analytics: Analytics, name: string): Promise<boolean> =>
  removeSource(analytics, { name, kind: 'sightings', mark: marking(name) })

/** What a source reports of an address, as it stands. Instants ISO 8601, "" where the source gives none. */
export const sighting = z.object({
  source: z.string(),
  trust: z.enum(trusts),
  tags: z.array(z.string()),
  note: z.string(),
  first_seen: instant,
  last_seen: instant,
  imported: instant,
  licence: z.string(),
  reference: z.string(),
})
export type Sighting = z.infer<typeof sighting>

export const sightingsByAddress = defineQuery({
  name: 'sightings of an address',
  params: z.object({ ip: z.string() }),
  row: sighting,
  sql: `SELECT g.source AS source, g.tags AS tags, g.note AS note, g.first_seen AS first_seen, g.last_seen AS last_seen,
  t.trust AS trust, t.imported AS imported, t.licence AS licence, t.reference AS reference
FROM (SELECT toString(source) AS source, version, tags, note, first_seen, last_seen FROM {db}.sightings WHERE ip = {ip: IPv6}) AS g
INNER JOIN (SELECT * FROM {local}.evidence_sources FINAL WHERE gone = 0 AND kind = 'sightings') AS t
  ON t.name = g.source AND t.version = g.version
ORDER BY source`,
})

/** What named sources report of one address. @throws RangeError for a text that is no address */
export const sightingsOf = ({ app }: Reads, ip: string): Promise<Sighting[]> =>
  app.run(sightingsByAddress, { ip: toColumn(ip) })
