import { z } from 'zod'
import { sourceName } from '#model/evidence.ts'
import type { Analytics } from '../open.ts'
import { bigWhole, count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { dropPartitions } from '../partitions.ts'
import { withLock } from '../locks.ts'
import type { EvidenceSource } from './sources.ts'

/** Lists of others by name, and the operator's answers, which have one name that no list can have. */
type Kind = EvidenceSource['kind'] | 'answers'
export const answersName = '@answers'

const entry = z.object({ kind: z.string(), trust: z.string(), version: bigWhole, gone: z.number() })
type Entry = z.infer<typeof entry>

const known = defineQuery({
  name: 'entry of a source',
  params: z.object({ name: z.string() }),
  row: entry,
  sql: `SELECT kind, trust, version, gone FROM {local}.evidence_sources WHERE name = {name: String} ORDER BY version DESC LIMIT 1`,
})

/** What a replacement changes, entry by entry: addresses of sightings, actors with their ranges. */
export interface ListChanges {
  added: number
  removed: number
  changed: number
}

const sightings =
  'SELECT ip AS entry, version, (tags, note, first_seen, last_seen) AS said FROM {db}.sightings'
const compared = {
  sightings,
  answers: sightings,
  // Our own hash of everything said: an actor is one row here and any number of ranges there.
  actors: `SELECT entry, version, sum(said) AS said FROM (
    SELECT slug AS entry, source, version, cityHash64(name, category, reference, names, agents, all_ranges, all_names) AS said FROM {local}.actors
    UNION ALL SELECT toString(actor) AS entry, source, version, cityHash64(start, length) AS said FROM {local}.actor_ranges
  )`,
}
const grouped = { sightings: '', answers: '', actors: 'GROUP BY entry, version' }

const changesOf = (kind: Kind) =>
  defineQuery({
    name: `what a list of ${kind} changes`,
    params: z.object({ source: z.string(), fresh: z.string(), old: z.string() }),
    row: z.object({ added: count, removed: count, changed: count }),
    sql: `SELECT countIf(is_new AND NOT is_old) AS added, countIf(is_old AND NOT is_new) AS removed,
  countIf(is_old AND is_new AND texts = 2) AS changed
FROM (
  SELECT entry, max(version = {fresh: UInt64}) AS is_new, max(version = {old: UInt64}) AS is_old, uniqExact(said) AS texts
  FROM (${compared[kind]} WHERE source = {source: String} AND version IN ({fresh: UInt64}, {old: UInt64}) ${grouped[kind]})
  GROUP BY entry
)`,
  })
const changes = {
  sightings: changesOf('sightings'),
  answers: changesOf('answers'),
  actors: changesOf('actors'),
}

const tables = {
  sightings: ['sightings'],
  answers: ['sightings'],
  actors: ['actors', 'actor_ranges'],
} as const

export interface Replacement {
  source: Omit<EvidenceSource, 'imported' | 'entries' | 'kind'> & { kind: Kind }
  entries: number
  /** Milliseconds. */
  now: number
  /** Appends the rows under the new version, through `{db}` or on each host; `old` is the one that stands, "0" for none. */
  fill: (fresh: string, old: string) => Promise<void>
  /** Marks the documents for which the new version (first) says something else than the old one, on one host. */
  mark: (host: Querier, versions: { fresh: string; old: string }, trustChanged: boolean) => Promise<void>
}

/**
 * Puts a list in the place of the one of that name. Until the last step everybody sees the old one, from it on the new one;
 * dying in between leaves the old one and rows that the next replacement drops.
 * @throws Error for a name that is none, or that is another kind of list
 */
export async function replaceSource(analytics: Analytics, replacement: Replacement): Promise<ListChanges> {
  const { source, entries, now, fill, mark } = replacement
  const { name, kind } = source
  if (!sourceName.test(name) && name !== answersName) throw new Error(`"${name}" cannot name a source.`)
  return withLock(analytics, 'documents', async () => {
    const before = await latestOf(analytics, name)
    if (before && before.gone === 0 && before.kind !== kind)
      throw new Error(`"${name}" is a list of ${before.kind}.`)
    const [old, fresh] = [String(before?.version ?? 0n), String((before?.version ?? 0n) + 1n)]
    // Rows of an attempt that died before its last step.
    await dropRows(analytics, kind, name, (version) => version !== old)
    await fill(fresh, old)
    const [changed] = await analytics.migrator.run(changes[kind], { source: name, fresh, old })
    if (!changed) throw new Error('Counting what a list changes gave no answer.')
    // Marks first: when the process dies in between, documents are made once for nothing.
    for (const host of analytics.hosts)
      await mark(host, { fresh, old }, before?.gone === 0 && before.trust !== source.trust)
    const row = { ...source, entries, imported: Math.floor(now / 1000), version: fresh, gone: 0 }
    for (const host of analytics.hosts) await host.insert('{local}.evidence_sources', [row])
    await dropRows(analytics, kind, name, (version) => version !== fresh)
    return changed
  })
}

/** Takes a list away. @returns false when there is none of that name and kind */
export async function removeSource(
  analytics: Analytics,
  { name, kind, mark }: Pick<EvidenceSource, 'name' | 'kind'> & { mark: Replacement['mark'] },
): Promise<boolean> {
  return withLock(analytics, 'documents', async () => {
    const before = await latestOf(analytics, name)
    if (!before || before.gone === 1 || before.kind !== kind) return false
    const [old, fresh] = [String(before.version), String(before.version + 1n)]
    for (const host of analytics.hosts) await mark(host, { fresh, old }, true)
    const row = { name, kind, trust: 'none', version: fresh, gone: 1 }
    for (const host of analytics.hosts) await host.insert('{local}.evidence_sources', [row])
    await dropRows(analytics, kind, name, () => true)
    return true
  })
}

/** The newest entry on any host: one that died between two hosts is behind. */
async function latestOf({ hosts }: Analytics, name: string): Promise<Entry | undefined> {
  const entries = (await Promise.all(hosts.map((host) => host.run(known, { name })))).flat()
  return entries.toSorted((one, two) => Number(two.version - one.version))[0]
}

async function dropRows(
  { hosts }: Analytics,
  kind: Kind,
  name: string,
  goes: (version: string) => boolean,
): Promise<void> {
  for (const host of hosts)
    for (const table of tables[kind])
      await dropPartitions(host, table, ([source, version = '']) => source === name && goes(version))
}
