import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { tookTooMuch } from '../query/errors.ts'
import type { Querier } from '../query/querier.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { selectIpDay, taggedIpDay } from '../rollups/ip-day.ts'
import { selectTagDay } from '../rollups/tag-day.ts'
import { markTagDays } from '../marks/days.ts'
import { withLock } from '../locks.ts'
import { changeStaged, emptyStaging, replacePartition, stageAsIs } from '../partitions.ts'
import { addressSlices, type AddressSlice, inSlice } from './address-slices.ts'

export interface Rebuild {
  origin: Origin
  /** UTC day of the sessions' first packets, "YYYY-MM-DD". */
  day: string
}

const ofDay = 's.origin = {origin: String} AND toDate(s.first_packet) = {day: Date}'

/** How many sessions a day's rollup is made from, and how many its rollup stands for: equal after every rebuild and insert. */
export const balance = defineQuery({
  name: 'sessions of a day and of its rollup',
  params: z.object({ origin: z.string(), day: z.iso.date() }),
  row: z.object({ kept: count, stored: count, rolled: count }),
  sql: `SELECT
  (SELECT count() FROM {local}.sessions AS s WHERE ${ofDay}) AS kept,
  (SELECT count() FROM {local}.sessions AS s WHERE s.published AND ${notBackscatter} AND ${ofDay}) AS stored,
  (SELECT sum(d.sessions) FROM {local}.ip_day AS d WHERE d.origin = {origin: String} AND d.day = {day: Date}) AS rolled`,
})

/** Whether the rollup of a day stands for all of its sessions. */
export async function isBalanced(host: Querier, { origin, day }: Rebuild): Promise<boolean> {
  const [sums] = await host.run(balance, { origin, day })
  return sums !== undefined && sums.stored === sums.rolled
}

/** Sessions that another process appended between our reading and our replacing make us begin again. */
const attempts = 3

/** The addresses of a day whose documents are made anew: all, or those for which sessions carry other tags than before. */
export type Marked = 'all' | 'retagged'

/**
 * The repair verb: makes the rollups of one origin and day anew from its sessions and marks addresses that stood or now
 * stand in them. Readers see the old rollup or the new one, never a part of either. Sessions are not touched,
 * and `ip_life` keeps what it learned. A day without any session is left as it is: its sessions may have passed the
 * retention, and then the rollup is all that is known.
 * @throws Error when sessions kept arriving for that day in every attempt
 */
export async function rebuild(
  analytics: Analytics,
  { origin, day }: Rebuild,
  marked: Marked = 'all',
  sessionsAtOnce?: number,
): Promise<void> {
  await withLock(analytics, 'documents', () =>
    withLock(analytics, 'sessions', async () => {
      for (const host of analytics.hosts)
        await rebuildOn(host, { origin, day: z.iso.date().parse(day) }, { marked, sessionsAtOnce })
    }),
  )
}

/** The same where only sessions of some addresses changed, and what follows from all others stays as it is. */
export async function rebuildAddresses(
  analytics: Analytics,
  { origin, day }: Rebuild,
  changed: ReadonlyMap<Querier, readonly string[]>,
): Promise<void> {
  await withLock(analytics, 'documents', () =>
    withLock(analytics, 'sessions', async () => {
      for (const [host, addresses] of changed)
        if (addresses.length > 0)
          await rebuildOn(host, { origin, day: z.iso.date().parse(day) }, { marked: 'all', addresses })
    }),
  )
}

interface RebuildOn {
  marked: Marked
  sessionsAtOnce?: number | undefined
  /** The only ones for which anything changed, where they are known; none stands for all. */
  addresses?: readonly string[]
}

async function rebuildOn(
  host: Querier,
  params: Day,
  { marked, sessionsAtOnce, addresses = [] }: RebuildOn,
): Promise<void> {
  const [before] = await host.run(balance, params)
  if (!before?.kept) return
  for (let attempt = 0; attempt < attempts; attempt++) {
    const days = { origin: params.origin, from: params.day, to: params.day }
    const slices = await addressSlices(host, days, sessionsAtOnce)
    if (attempt === 0 && addresses.length > 0) await replaceAddresses(host, params, addresses)
    else await replaceMonth(host, params, { marked, slices })
    await replaceTags(host, params, slices)
    if (await isBalanced(host, params)) return
  }
  throw new Error(`Sessions keep arriving for ${params.origin} ${params.day}; the rollup is not whole.`)
}

type Day = { origin: Origin; day: string }
type Marking = { marked: Marked; slices: readonly AddressSlice[] }

/** What is added up of an address takes 1.2 to 2.5 kB: half a million sessions of as many sources take 0.6 GB, and more goes to disk. */
const spilling = { max_bytes_before_external_group_by: 500_000_000 }

/** The partition of `ip_day` is a month: the other days are carried over as they are. */
async function replaceMonth(host: Querier, params: Day, { marked, slices }: Marking): Promise<void> {
  await emptyStaging(host, 'ip_day')
  await host.command(
    `INSERT INTO {local}.ip_day_staging
     SELECT * FROM {local}.ip_day AS d
     WHERE d.origin = {origin: String} AND toYYYYMM(d.day) = toYYYYMM({day: Date}) AND d.day != {day: Date}`,
    params,
  )
  for (const slice of slices) {
    const within = inSlice(slice)
    await host.command(
      `INSERT INTO {local}.ip_day_staging ${selectIpDay('{local}.sessions', `${notBackscatter} AND ${ofDay} AND ${within.sql}`)}`,
      { ...params, ...within.params },
      { settings: spilling },
    )
  }
  await mark(host, params, { marked, slices })
  await replacePartition(host, 'ip_day', monthOf(params))
}

const monthOf = ({ origin, day }: Day): string => `('${origin}', ${day.slice(0, 7).replace('-', '')})`

/** The rows of a month as they are, but for those of some addresses on the day. */
async function replaceAddresses(host: Querier, day: Day, addresses: readonly string[]): Promise<void> {
  const params = { ...day, addresses }
  await emptyStaging(host, 'ip_day')
  await stageAsIs(host, 'ip_day', monthOf(day))
  await changeStaged(
    host,
    'ip_day',
    'DELETE WHERE day = {day: Date} AND ip IN {addresses: Array(IPv6)}',
    params,
  )
  await host.command(
    `INSERT INTO {local}.ip_day_staging ${selectIpDay('{local}.sessions', `${notBackscatter} AND ${ofDay} AND s.src_ip IN {addresses: Array(IPv6)}`)}`,
    params,
  )
  await host.command('INSERT INTO {local}.ip_dirty (ip) SELECT arrayJoin({addresses: Array(IPv6)})', params)
  await replacePartition(host, 'ip_day', monthOf(day))
}

const rowsOf = (table: string): string =>
  `FROM {local}.${table} AS d WHERE d.origin = {origin: String} AND d.day = {day: Date}`

/** Before the swap: dying after it, nobody would find what changed. */
async function mark(host: Querier, day: Day, { marked, slices }: Marking): Promise<void> {
  if (marked === 'retagged' && (await markRetagged(host, day, slices))) return
  for (const table of ['ip_day', 'ip_day_staging'])
    await host.command(`INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT ip ${rowsOf(table)}`, day, {
      // Each thread would hold a set of its own: 0.4 GB for three million addresses.
      settings: { max_threads: 1 },
    })
}

/** Sessions wait meanwhile: where it takes longer, marking all does not. */
const markingSeconds = 10

/** @returns false where it is too much to be found out */
async function markRetagged(host: Querier, day: Day, slices: readonly AddressSlice[]): Promise<boolean> {
  const end = performance.now() + markingSeconds * 1000
  try {
    for (const slice of slices) {
      const within = inSlice(slice, 'd.ip')
      const [before, after] = ['ip_day', 'ip_day_staging'].map((table) =>
        taggedIpDay(`${rowsOf(table)} AND ${within.sql}`),
      )
      const seconds = Math.max(0.1, (end - performance.now()) / 1000)
      await host.command(
        `INSERT INTO {local}.ip_dirty (ip)
         SELECT ip FROM (${before} UNION ALL ${after})
         GROUP BY ip HAVING count() = 1 OR min(said) != max(said)`,
        { ...day, ...within.params },
        { settings: { max_execution_time: seconds } },
      )
    }
    return true
  } catch (error) {
    if (!tookTooMuch(error)) throw error
    return false
  }
}

async function replaceTags(host: Querier, params: Day, slices: readonly AddressSlice[]): Promise<void> {
  await emptyStaging(host, 'tag_day')
  for (const slice of slices) {
    const within = inSlice(slice)
    await host.command(
      `INSERT INTO {local}.tag_day_staging ${selectTagDay('{local}.sessions', `${notBackscatter} AND ${ofDay} AND ${within.sql}`)}`,
      { ...params, ...within.params },
    )
  }
  await replacePartition(host, 'tag_day', `('${params.origin}', '${params.day}')`)
  await markTagDays(host, [params.day])
}
