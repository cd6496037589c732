import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { fromColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { count, flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { outOfBounds, tookTooMuch } from '../query/errors.ts'
import { pauses, whenMemoryIsFree } from '../query/memory.ts'
import type { Querier } from '../query/querier.ts'
import { quicklyPlanned } from '../query/settings.ts'
import { withLock } from '../locks.ts'
import { logVerdicts } from '../verdicts/log.ts'
import { deriveDocuments, removeDocuments, hasNoDays } from './derive.ts'
import { latestPair, latestSql, type Versions, versionsOf } from './generation.ts'
import { markAddresses } from '../marks/addresses.ts'
import { dropMarks } from '../marks/drop.ts'
import { activityShown } from '#model/ip-document/beside-values.ts'
import { firstDayOfWindow } from '#model/window.ts'

/** One core at most: how long a refresh takes is then what it costs (pace.ts). */
const frugal = { max_threads: 1, max_insert_threads: 1, ...quicklyPlanned }

// By address alone, not by part: parts merge at any moment, and a mark must be found in whichever it lies.
const markedBetween = '(SELECT ip FROM {local}.ip_dirty WHERE ip >= {from: IPv6} AND ip <= {to: IPv6})'

/**
 * First and last address of every full slice between two addresses, and of the rest: slices bound memory. With the parts that hold
 * their marks, of one look at the table: a mark that comes later lies in another part. Nothing is gathered of each address: all documents of a store may be marked.
 */
export const slices = defineQuery({
  name: 'slices of marked addresses',
  params: z.object({ size: z.number(), from: z.string(), to: z.string() }),
  row: z.object({
    first: z.string(),
    last: z.string(),
    addresses: count,
    parts: z.array(z.string()),
    allHaveDays: flag,
    latest: latestPair,
  }),
  sql: `
SELECT toString(min(ip)) AS first, toString(max(ip)) AS last, max(place) - min(place) + 1 AS addresses, groupUniqArray(part) AS parts,
  min(has_days) AS allHaveDays, ${latestSql} AS latest
FROM (SELECT ip, _part AS part, has_days, dense_rank() OVER (ORDER BY ip) AS place, intDiv(place - 1, {size: UInt64}) AS slice
  FROM {local}.ip_dirty WHERE ip >= {from: IPv6} AND ip <= {to: IPv6})
GROUP BY slice ORDER BY min(ip)`,
})

const leaving = defineQuery({
  name: 'marked addresses without days',
  params: z.object({ since: z.string(), from: z.string(), to: z.string() }),
  row: z.object({ addresses: count }),
  sql: `SELECT count() AS addresses FROM ${markedBetween} WHERE ${hasNoDays(markedBetween)}`,
})

export interface Refresh {
  /** Milliseconds: decides which days are in the window. */
  now: number
  /** Addresses to make anew besides those already marked. */
  addresses?: readonly string[]
  /** Reverse names are being asked for, so that an address without an answer may get one. */
  resolving?: boolean
  /** Addresses per statement. */
  sliceSize?: number
  /** Called whenever documents were written, while the rest of the round goes on. */
  onWritten?: () => void
}

/**
 * Makes the documents of every marked address anew from `ip_day`, `ip_life`, the tag catalogue and the evidence of others;
 * addresses without days in the window lose theirs. Changes of verdicts are logged. Marks go only after their documents stand, so a crash in between repeats the work.
 * @returns how many addresses were looked at, and those whose facts were too much for one statement, or for what other
 * statements left of the engine's memory for fifteen seconds: their documents stay as they were until they are marked again
 */
export async function refreshDocuments(
  analytics: Analytics,
  refresh: Refresh,
): Promise<{ addresses: number; tooMuch: string[] }> {
  if (refresh.addresses?.length) await markAddresses(analytics, refresh.addresses)
  return withLock(analytics, 'documents', async () => {
    let addresses = 0
    const tooMuch: string[] = []
    for (const host of analytics.hosts) {
      const done = await refreshHost(host, refresh)
      addresses += done.addresses
      tooMuch.push(...done.tooMuch)
    }
    return { addresses, tooMuch }
  })
}

async function refreshHost(
  host: Querier,
  { now, resolving = false, sliceSize = 20_000, onWritten = () => undefined }: Refresh,
): Promise<{ addresses: number; tooMuch: string[] }> {
  const since = firstDayOfWindow(now)
  const done: Done = { addresses: 0, tooMuch: [], noMemory: [] }
  const active_since = firstDayOfWindow(now, activityShown.days)
  const at = new Date(now).toISOString().slice(0, -1)
  const made: Made = { params: { since, active_since, resolving, at }, versions: versionsOf(host), onWritten }
  // What is marked from here on waits for the next refresh, so that this one ends.
  const parts = await refreshRange(host, { ...made, size: sliceSize, from: '::', to: lastAddress }, done)
  for (const pause of pauses) {
    const again = done.noMemory.splice(0)
    if (again.length === 0) break
    await sleep(pause)
    for (const address of again) await refreshAddress(host, address, { ...made, allHaveDays: false }, done)
  }
  await dropMarks(host, 'ip_dirty', parts)
  return { addresses: done.addresses, tooMuch: [...done.tooMuch, ...done.noMemory].map(fromColumn) }
}

/** What all slices of a refresh have in common; `at` as the engine reads DateTime64(3). */
interface Made {
  params: { since: string; active_since: string; resolving: boolean; at: string }
  versions: Versions
  onWritten: () => void
}

interface Slice extends Made {
  from: string
  to: string
  /** No mark of these addresses but of sessions that came: none loses its document, but by what the nightly job marks. */
  allHaveDays: boolean
}

const lastAddress = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'

/** What became of the addresses: how many have their documents; which alone passed a statement's bounds; which met an engine without memory. */
interface Done {
  addresses: number
  tooMuch: string[]
  noMemory: string[]
}

/**
 * Makes the documents of marked addresses between two. Those of a slice that is too much are made in smaller slices.
 * @returns the parts that held their marks before
 */
async function refreshRange(
  host: Querier,
  { size, from, to, ...made }: Made & { size: number; from: string; to: string },
  done: Done,
): Promise<string[]> {
  // A slice may have been too much a moment ago, and its memory not be free yet.
  const found = await whenMemoryIsFree(() => host.run(slices, { size, from, to }))
  if (found[0]) made.versions.follow(found[0].latest)
  for (const { first, last, addresses, allHaveDays } of found) {
    const slice = { from: first, to: last, allHaveDays, ...made }
    // Busy addresses may need more memory together than there is. One alone must not keep the others waiting.
    if (addresses === 1) await refreshAddress(host, first, slice, done)
    else if ((await outcome(host, slice)) === 'made') done.addresses += addresses
    else await refreshRange(host, { from: first, to: last, ...made, size: Math.ceil(addresses / 20) }, done)
  }
  return [...new Set(found.flatMap(({ parts }) => parts))].sort()
}

async function refreshAddress(
  host: Querier,
  address: string,
  made: Made & { allHaveDays: boolean },
  done: Done,
): Promise<void> {
  const became = await outcome(host, { ...made, from: address, to: address })
  if (became === 'made') done.addresses += 1
  else done[became].push(address)
}

/** 'tooMuch' when it took more memory or time than a statement may; 'noMemory' when the engine's was used up by others. */
async function outcome(host: Querier, slice: Slice): Promise<'made' | 'tooMuch' | 'noMemory'> {
  try {
    await refreshSlice(host, slice)
    return 'made'
  } catch (error) {
    if (!tookTooMuch(error)) throw error
    return outOfBounds(error) ? 'tooMuch' : 'noMemory'
  }
}

async function refreshSlice(
  host: Querier,
  { params: same, versions, onWritten, from, to, allHaveDays }: Slice,
): Promise<void> {
  const range = { ...same, from, to }
  const params = { ...range, ...versions.next() }
  await host.command(deriveDocuments(markedBetween), params, { settings: frugal })
  onWritten()
  // Hardly ever: an insert of nothing costs the engine several times what the question does.
  const [left] = allHaveDays ? [] : await host.run(leaving, range, { settings: frugal })
  if (left?.addresses) {
    await host.command(removeDocuments(markedBetween), params, { settings: frugal })
    onWritten()
  }
  await host.command(logVerdicts(markedBetween), params, { settings: frugal })
}
