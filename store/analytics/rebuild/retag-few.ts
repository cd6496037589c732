import { z } from 'zod'
import { withLock } from '../locks.ts'
import type { Analytics } from '../open.ts'
import { changeStaged, emptyStaging, stageAsIs } from '../partitions.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { addressSlices, type AddressSlice, type CaptureOfDay } from './address-slices.ts'
import { noteDone, noteUnderWay } from './note-under-way.ts'
import { amountsOf, isOf, type Note, noteOf, product } from './notes.ts'
import { isBalanced, rebuildAddresses, type Rebuild } from './rebuild.ts'
import { partitionOf, swapSessions } from './swap-sessions.ts'
import { type TaggedAnew, taggedAnew, takenParams, takenSql } from './tagged-anew.ts'

/** Of more sessions than these their day is written anew: each `atOnce` of them read the ids of the whole day. */
const few = 10_000
const atOnce = 2000

export interface RetagFew extends TaggedAnew {
  /** Names the product's rules, by which all sessions of the day have to be tagged. */
  name?: string
  /** The only sources for which anything can have changed; all without it. */
  sources?: CaptureOfDay
}

/**
 * Gives sessions of a day other tags where these are few, and rebuilds what follows for their addresses: the rest of the day is neither
 * read whole nor written. For days whose sessions were all tagged by the rules in force.
 * @returns false where that is not known of the day, or too many change: nothing was done then
 */
export async function retagFew(analytics: Analytics, { name, sources, ...anew }: RetagFew): Promise<boolean> {
  if (name === undefined) return false
  const about = { origin: anew.origin, day: anew.day, workspace: product }
  const retagged = new Map<Querier, string[]>()
  const isDone = await withLock(analytics, 'sessions', async () => {
    const found: { host: Querier; note: Note | undefined; changes: Change[] }[] = []
    for (const host of analytics.hosts) {
      if ((await amountsOf(host, about)).sessions === 0) continue
      const note = await noteOf(host, about)
      if (!isOf(note?.rules ?? '', name) || !(await isTaggedByOwn(host, anew))) return false
      // What a rollup has lost comes back where all of it is made anew.
      if (!(await isBalanced(host, about))) return false
      const changes = await changesOn(host, anew, sources)
      if (changes === null) return false
      found.push({ host, note, changes })
    }
    for (const { host, note, changes } of found) {
      if (sources && changes.length === 0) continue
      await noteUnderWay(host, about, name, sources && note)
      if (changes.length === 0) continue
      await changeSessions(host, anew, changes)
      retagged.set(host, [...new Set(changes.filter((change) => change.retagged).map(({ ip }) => ip))])
    }
    return true
  })
  if (!isDone) return false
  await rebuildAddresses(analytics, about, retagged)
  await noteDone(analytics, about)
  return true
}

async function isTaggedByOwn(host: Querier, { origin, day, own }: TaggedAnew): Promise<boolean> {
  if (!own) return true
  return isOf((await noteOf(host, { origin, day, workspace: own.workspace }))?.rules ?? '', own.name)
}

const change = z.object({
  id: z.string(),
  ip: z.string(),
  tags: z.array(z.string()),
  custom: z.array(z.string()),
  /** Tags of the product differ, from which rollups are made. */
  retagged: z.coerce.boolean(),
})
type Change = z.infer<typeof change>

const differing = (sql: string, { taken }: TaggedAnew) =>
  defineQuery({
    name: 'sessions that should carry other tags',
    params: z.record(z.string(), z.unknown()),
    row: change,
    sql: `SELECT id, toString(src_ip) AS ip, tags_now AS tags, custom_now AS custom, toUInt8(tags_now != tags_before) AS retagged
FROM (${sql})
WHERE tags_now != tags_before OR custom_now != custom_before${taken ? ' OR capture = {taken_capture: String}' : ''}
LIMIT {few_and_one: UInt32}`,
  })

/** @returns null where they are more than few */
async function changesOn(host: Querier, anew: TaggedAnew, sources?: CaptureOfDay): Promise<Change[] | null> {
  const { origin, day } = anew
  const slices: AddressSlice[] = sources
    ? [{ sources, isLarge: false }]
    : await addressSlices(host, { origin, from: day, to: day })
  const changes: Change[] = []
  for (const slice of slices) {
    const { sql, params } = taggedAnew(anew, slice)
    changes.push(...(await host.run(differing(sql, anew), { ...params, few_and_one: few + 1 })))
    if (changes.length > few) return null
  }
  return changes
}

async function changeSessions(
  host: Querier,
  { origin, day, taken }: Rebuild & Pick<TaggedAnew, 'taken'>,
  changes: readonly Change[],
): Promise<void> {
  await emptyStaging(host, 'sessions')
  await stageAsIs(host, 'sessions', partitionOf({ origin, day }))
  for (let at = 0; at < changes.length; at += atOnce) {
    const some = changes.slice(at, at + atOnce)
    // Most sessions carry what others do.
    const sets = new Map(some.map(({ tags, custom }) => [JSON.stringify([tags, custom]), { tags, custom }]))
    const places = new Map([...sets.keys()].map((key, place) => [key, place + 1]))
    const of = 'transform(id, {ids: Array(String)}, {sets: Array(UInt32)}, toUInt32(0))'
    await changeStaged(
      host,
      'sessions',
      `UPDATE tags = {tags: Array(Array(String))}[${of}], custom_tags = {custom: Array(Array(String))}[${of}]
       ${taken ? `, vantage = ${takenSql}` : ''}
       WHERE id IN {ids: Array(String)}`,
      {
        ids: some.map(({ id }) => id),
        sets: some.map(({ tags, custom }) => places.get(JSON.stringify([tags, custom]))),
        tags: [...sets.values()].map(({ tags }) => tags),
        custom: [...sets.values()].map(({ custom }) => custom),
        ...(taken && takenParams(taken)),
      },
    )
  }
  await swapSessions(host, { origin, day })
}
