import { z } from 'zod'
import { sourceName } from '#model/evidence.ts'
import type { Analytics } from '../open.ts'
import { bigWhole } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { dropPartitions } from '../rebuild/partitions.ts'
import { inTurn } from '../turns.ts'
import type { EvidenceSource } from './sources.ts'

const entry = z.object({ kind: z.string(), trust: z.string(), version: bigWhole, gone: z.number() })
type Entry = z.infer<typeof entry>

const known = defineQuery({
  name: 'entry of a source',
  params: z.object({ name: z.string() }),
  row: entry,
  sql: `SELECT kind, trust, version, gone FROM {local}.evidence_sources WHERE name = {name: String} ORDER BY version DESC LIMIT 1`,
})

const tables = { sightings: ['sightings'], actors: ['actors', 'actor_ranges'] } as const

export interface Replacement {
  source: Omit<EvidenceSource, 'imported' | 'entries'>
  entries: number
  /** Milliseconds. */
  now: number
  /** Appends the rows under the new version, through `{db}` or on each host. */
  fill: (version: string) => Promise<void>
  /** Marks the documents for which the new version (first) says something else than the old one, on one host. */
  mark: (host: Querier, versions: { fresh: string; old: string }, trustChanged: boolean) => Promise<void>
}

/**
 * Puts a list in the place of the one of that name. Until the last step everybody sees the old one, from it on the new one;
 * dying in between leaves the old one and rows that the next replacement drops.
 * @throws Error for a name that is none, or that is another kind of list
 */
export async function replaceSource(analytics: Analytics, replacement: Replacement): Promise<void> {
  const { source, entries, now, fill, mark } = replacement
  const { name, kind } = source
  if (!sourceName.test(name)) throw new Error(`"${name}" cannot name a source.`)
  await inTurn(analytics, 'documents', async () => {
    const before = await latestOf(analytics, name)
    if (before && before.gone === 0 && before.kind !== kind)
      throw new Error(`"${name}" is a list of ${before.kind}.`)
    const [old, fresh] = [String(before?.version ?? 0n), String((before?.version ?? 0n) + 1n)]
    // Rows of an attempt that died before its last step.
    await dropRows(analytics, kind, name, (version) => version !== old)
    await fill(fresh)
    // Marks first: when the process dies in between, documents are made once for nothing.
    for (const host of analytics.hosts)
      await mark(host, { fresh, old }, before?.gone === 0 && before.trust !== source.trust)
    const row = { ...source, entries, imported: Math.floor(now / 1000), version: fresh, gone: 0 }
    for (const host of analytics.hosts) await host.insert('{local}.evidence_sources', [row])
    await dropRows(analytics, kind, name, (version) => version !== fresh)
  })
}

/** Takes a list away. @returns false when there is none of that name and kind */
export async function removeSource(
  analytics: Analytics,
  { name, kind, mark }: Pick<EvidenceSource, 'name' | 'kind'> & { mark: Replacement['mark'] },
): Promise<boolean> {
  return inTurn(analytics, 'documents', async () => {
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
  kind: EvidenceSource['kind'],
  name: string,
  goes: (version: string) => boolean,
): Promise<void> {
  for (const host of hosts)
    for (const table of tables[kind])
      await dropPartitions(host, table, ([source, version = '']) => source === name && goes(version))
}
