import { z } from 'zod'
import type { Analytics } from '../open.ts'
import type { Querier } from '../query/querier.ts'
import type { Tagging } from '../sessions/tagging.ts'
import { withLock } from '../locks.ts'
import { amountsOf, isOf, noteOf, product, setsOf, underWayTo, withSet, writeNote } from './notes.ts'
import { type Marked, type Rebuild, rebuild } from './rebuild.ts'
import { addressSlices, type AddressSlice } from './address-slices.ts'
import { emptyStaging } from '../partitions.ts'
import { noteDone, noteUnderWay } from './note-under-way.ts'
import { retagFew } from './retag-few.ts'
import { swapSessions } from './swap-sessions.ts'
import { columnNames, type OwnTagging, type TaggedAnew, taggedAnew, type Taken } from './tagged-anew.ts'
import type { Counting } from './threshold-tags.ts'
import { hasThresholdDifferences } from './threshold-differences.ts'

const dayMs = 86_400_000

export interface Retag extends Rebuild {
  tagging: Tagging
  /** Rules over time; none without it. */
  counting?: readonly Counting[]
  /** Names these rules, for the day's note; without it nothing is noted. */
  name?: string
  /** The workspace's own rules are asked again, too. */
  own?: OwnTagging
  /** How many sessions one statement goes through (address-slices.ts). */
  sessionsAtOnce?: number
  /** Says anew what one capture was taken at. The days that it reaches are given newest first. */
  taken?: Taken
}

/**
 * Tags the stored sessions of one origin and day anew, published or not, and rebuilds what follows from them. Nothing
 * else about a session changes, but for what its capture was taken at; the next day follows then, where that changes what is
 * counted on it. Interrupted before the swap it changed nothing; after it, doing it again completes it.
 */
export async function retag(analytics: Analytics, asked: Retag): Promise<void> {
  const { origin, day, tagging, counting = [], name, taken } = asked
  z.iso.date().parse(day)
  if (!taken) return retagAll(analytics, asked)
  const sources = { origin, day, capture: taken.capture }
  const { rules } = taken
  const some = rules ? { ...rules, only: rules.slugs } : { tagging, counting }
  const isFew = await retagFew(analytics, { ...asked, ...some, sources })
  if (!isFew) await retagAll(analytics, asked)
  // What other captures brought on the next day may have been counted together with sessions of this one.
  const next = {
    origin,
    day: new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10),
    ...(name !== undefined && { name }),
  }
  if (isFew && (await retagFew(analytics, { ...next, counting: some.counting, sources }))) return
  if (await hasThresholdDifferences(analytics, next, counting))
    await retagAll(analytics, { ...next, tagging, counting })
}

async function retagAll(
  analytics: Analytics,
  { origin, day, tagging, counting = [], name, own, taken, sessionsAtOnce }: Retag,
): Promise<void> {
  const about = { origin, day, workspace: product }
  let marked: Marked = 'retagged'
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts) {
      // Where nobody knows how the tags came, or somebody died over it, documents may not follow from the rollup as it stands.
      if (!setsOf((await noteOf(host, about))?.rules ?? '')) marked = 'all'
      if (name !== undefined) await noteUnderWay(host, about, name)
      if (own) await addToNote(host, { origin, day }, own)
      await retagOn(host, {
        origin,
        day,
        tagging,
        counting,
        ...(own && { own }),
        ...(taken && { taken }),
        ...(sessionsAtOnce !== undefined && { sessionsAtOnce }),
      })
    }
  })
  await rebuild(analytics, { origin, day }, marked, sessionsAtOnce)
  if (name !== undefined) await noteDone(analytics, about)
}

/**
 * Gives the sessions of a day, all tagged by the rules of this name, the tags over time that they should carry now that others have come;
 * the rules over one session are not asked again.
 * @returns false where others tagged some of them: nothing was done then
 */
export async function recount(
  analytics: Analytics,
  { origin, day, counting, name }: Rebuild & Required<Pick<Retag, 'counting' | 'name'>>,
): Promise<boolean> {
  z.iso.date().parse(day)
  if (await retagFew(analytics, { origin, day, counting, name })) return true
  const about = { origin, day, workspace: product }
  const isDone = await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts) {
      const note = await noteOf(host, about)
      if (!isOf(note?.rules ?? '', name) && (await amountsOf(host, about)).sessions > 0) return false
    }
    for (const host of analytics.hosts) {
      await noteUnderWay(host, about, name)
      await retagOn(host, { origin, day, counting })
    }
    return true
  })
  if (!isDone) return false
  await rebuild(analytics, { origin, day }, 'retagged')
  await noteDone(analytics, about)
  return true
}

/**
 * Gives the sessions of a workspace the tags of its own rules, on one origin and day. Nothing is made of these tags, so nothing
 * has to follow.
 */
export async function retagOwn(
  analytics: Analytics,
  { origin, day, own }: Rebuild & { own: OwnTagging },
): Promise<void> {
  z.iso.date().parse(day)
  const about = { origin, day, workspace: own.workspace, sessions: 0, earlier: 0 }
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts) {
      await writeNote(host, { ...about, rules: underWayTo(own.name) })
      await retagOn(host, { origin, day, own })
      await writeNote(host, { ...about, rules: own.name })
    }
  })
}

/** What the own rules of a workspace tagged before, other sets of them did. */
async function addToNote(host: Querier, day: Rebuild, { workspace, name }: OwnTagging): Promise<void> {
  const note = await noteOf(host, { ...day, workspace })
  if (note) await writeNote(host, { ...note, rules: withSet(note.rules, name) })
}

async function retagOn(
  host: Querier,
  { sessionsAtOnce, ...anew }: TaggedAnew & Pick<Retag, 'sessionsAtOnce'>,
): Promise<void> {
  const { origin, day } = anew
  await emptyStaging(host, 'sessions')
  for (const slice of await addressSlices(host, { origin, from: day, to: day }, sessionsAtOnce))
    await stageSlice(host, anew, slice)
  await swapSessions(host, { origin, day })
}

/** Puts the sessions of a slice beside the table, with their new tags. */
async function stageSlice(host: Querier, anew: TaggedAnew, slice: AddressSlice): Promise<void> {
  const { sql, params } = taggedAnew(anew, slice)
  await host.command(
    `INSERT INTO {local}.sessions_staging (${columnNames}, tags, custom_tags)
     SELECT ${columnNames}, tags_now, custom_now FROM (${sql})`,
    params,
  )
}
