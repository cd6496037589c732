import { z } from 'zod'
import type { Vantage } from '#model/session.ts'
import { refuse } from '#model/errors.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { withOwnNames, type Tagging } from '../sessions/tagging.ts'
import { withLock } from '../locks.ts'
import { amountsOf, done, isOf, noteOf, product, setsOf, underWayTo, withSet, writeNote } from './notes.ts'
import { type Marked, type Rebuild, rebuild } from './rebuild.ts'
import { addressSlices, type AddressSlice, inSlice } from './address-slices.ts'
import { type Counting, countedTags } from './threshold-tags.ts'
import { emptyStaging, replacePartition } from '../partitions.ts'
import { hasThresholdDifferences } from './threshold-differences.ts'

const dayMs = 86_400_000

const names = sessionColumns.map(({ name }) => name).join(', ')

/**
 * The columns as they stand, but for what the capture in question was taken at. Rules over time count the day before, too, which
 * may be retagged after this one.
 */
const takenAt = sessionColumns
  .map(({ name }) =>
    name === 'vantage'
      ? 'CAST(if(capture = {taken_capture: String}, {taken_at: String}, vantage) AS LowCardinality(String)) AS vantage'
      : name,
  )
  .join(', ')

/** Own rules of a workspace, to be asked of its sessions. */
export interface OwnTagging {
  workspace: string
  /** Names them, for the day's note. */
  name: string
  tagging: Tagging
}

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
  taken?: { capture: string; at: Vantage }
}

/**
 * Tags the stored sessions of one origin and day anew, published or not, and rebuilds what follows from them. Nothing
 * else about a session changes, but for what its capture was taken at; the next day follows then, where that changes what is
 * counted on it. Interrupted before the swap it changed nothing; after it, doing it again completes it.
 */
export async function retag(
  analytics: Analytics,
  { origin, day, tagging, counting = [], name, own, taken, sessionsAtOnce }: Retag,
): Promise<void> {
  z.iso.date().parse(day)
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
  if (!taken) return
  // What other captures brought on the next day may have been counted together with sessions of this one.
  const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
  if (await hasThresholdDifferences(analytics, { origin, day: next }, counting))
    await retag(analytics, { origin, day: next, tagging, counting, ...(name !== undefined && { name }) })
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

/** Sessions that are swapped look up to date; should we die before what follows from them does, this keeps the day due. */
const noteUnderWay = async (host: Querier, about: Rebuild & { workspace: string }, name: string) =>
  writeNote(host, { ...about, rules: underWayTo(name), ...(await amountsOf(host, about)) })

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

/** Everything follows from the sessions of a day now. */
async function noteDone(analytics: Analytics, about: Rebuild & { workspace: string }): Promise<void> {
  await withLock(analytics, 'sessions', async () => {
    for (const host of analytics.hosts) {
      const note = await noteOf(host, about)
      if (note) await writeNote(host, { ...note, rules: done(note.rules) })
    }
  })
}

type OnHost = Pick<Retag, 'origin' | 'day' | 'counting' | 'own' | 'taken' | 'sessionsAtOnce'> & {
  /** Without it the tags of the product stay as they are, but for those that are counted. */
  tagging?: Tagging
}

async function retagOn(host: Querier, retagged: OnHost): Promise<void> {
  const { origin, day, sessionsAtOnce } = retagged
  await emptyStaging(host, 'sessions')
  for (const slice of await addressSlices(host, { origin, from: day, to: day }, sessionsAtOnce))
    await stageSlice(host, retagged, slice)
  const [sums] = await host.run(staged, { origin, day })
  // A statement of a process that died may still have been filling the staging table.
  if (!sums || sums.stored !== sums.staged)
    throw refuse('busy', `The sessions of ${origin} ${day} changed while they were retagged.`)
  await replacePartition(host, 'sessions', `('${origin}', '${day}')`)
}

/** Puts the sessions of a slice beside the table, with their new tags. */
async function stageSlice(
  host: Querier,
  { origin, day, tagging, counting = [], own, taken }: OnHost,
  slice: AddressSlice,
): Promise<void> {
  const counted = countedTags(counting, { columns: taken && takenAt, slice })
  const within = inSlice(slice)
  // The old tags stay out of sight: the tagging sees what it saw when the sessions came in.
  const kept = `SELECT ${taken ? takenAt : names}, tags AS tags_before, custom_tags AS custom_before FROM {local}.sessions
       WHERE origin = {retagged_origin: String} AND toDate(first_packet) = {retagged_day: Date} AND ${within.sql}`
  // In a step of its own: what both taggings name for themselves must not meet.
  const ownTagging = own && withOwnNames(own.tagging)
  const owned = ownTagging
    ? `SELECT ${names}, tags_before, if(workspace = {own_workspace: String}, arraySort(arrayDistinct(${ownTagging.sql})),
         custom_before) AS custom_now FROM (${kept})`
    : `SELECT *, custom_before AS custom_now FROM (${kept})`
  const ofOne =
    tagging?.sql ?? 'arrayFilter(tag_ -> NOT has({counted_slugs: Array(String)}, tag_), tags_before)'
  const isGiven = tagging !== undefined || counting.length > 0
  const given = isGiven ? `arraySort(arrayDistinct(arrayConcat(${ofOne}, counted_tags)))` : 'tags_before'
  await host.command(
    `INSERT INTO {local}.sessions_staging (${names}, tags, custom_tags)
     SELECT ${names}, ${given}, custom_now
     FROM (${owned}) AS of_day
     ${isGiven ? `LEFT ANY JOIN (${counted.sql}) AS of_time ON of_day.id = of_time.counted_id` : ''}`,
    {
      ...tagging?.params,
      ...counted.params,
      ...within.params,
      ...ownTagging?.params,
      ...(own && { own_workspace: own.workspace }),
      ...(taken && { taken_capture: taken.capture, taken_at: taken.at }),
      retagged_origin: origin,
      retagged_day: day,
      counted_origin: origin,
      counted_from: day,
      counted_to: day,
    },
  )
}

const staged = defineQuery({
  name: 'sessions of a day and their staged copies',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ stored: count, staged: count }),
  sql: `SELECT
  (SELECT count() FROM {local}.sessions WHERE origin = {origin: String} AND toDate(first_packet) = {day: Date}) AS stored,
  (SELECT count() FROM {local}.sessions_staging) AS staged`,
})
