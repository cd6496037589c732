import { z } from 'zod'
import type { Querier } from '#store/analytics/query/querier.ts'
import { followConsolidations } from './consolidations.ts'
import { type Delta, haveTooManyFixed, joinedFrom, pieceOf, pieceRows } from './deltas.ts'
import type { IndexFile } from './messages.ts'
import { type Part, partsOf, savedParts, seenParts } from './parts.ts'
import { changedRows, rowsOfSlice, slicesOf, checksumInEngine } from './rows.ts'
import type { Segment } from './segment.ts'
import type { Threads } from './threads.ts'

/** The index follows the table: one base, and delta segments of what changed since. */
export interface Sync {
  /** Reads what changed. `parts`: those of the table a moment ago. @throws when the engine or a thread fails */
  round(parts: readonly Part[]): Promise<void>
  /** Whether answers are those of the table, but for the last moments. */
  isCurrent(): boolean
  isTooLarge(): boolean
  /** Whether the last round left nothing to do: no base is being read, and nothing is to be compared. */
  isSettled(): boolean
  /** Addresses of the base. */
  documents(): number
  /** Saves what it has read, so that a later start reads the rest only. */
  save(file: IndexFile): Promise<boolean>
}

export interface SyncOptions {
  host: Querier
  threads: Threads
  maxDocuments: number
  /** Where an index may have been saved. */
  file?: IndexFile | undefined
  /** Told whenever some changes were read: a round may have many to read. */
  onProgress?: () => void
}

/** Changes of more rows than this, or than a tenth of the base, are read as a new base, beside everything else. */
const bulk = 20_000
const share = 0.1
/**
 * Of more new rows, or of more than that share, nothing is read until a new base is there, and the engine answers. Not earlier: under a
 * stream of changes it has enough to do, and everybody's answers took it half a minute (bench/mixed).
 */
const vast = 200_000
/** More delta segments than this are joined. */
const maxDeltaSegments = 8
/** Both sides are compared at least so often, or with the next look where nothing is written. */
const compareEvery = 600_000

/** What a saved index was made from. */
const manifest = z.object({
  base: z.number(),
  deltas: z.array(z.object({ number: z.number(), rows: z.number() })),
  seen: savedParts,
})

interface Base {
  number: number
  segment: Segment
  /** What the table was made of when reading began. */
  parts: readonly Part[]
}

export function startSync({
  host,
  threads,
  maxDocuments,
  file,
  onProgress = () => undefined,
}: SyncOptions): Sync {
  let seen = seenParts()
  let toLoad = file
  let numbers = 0
  let baseRows: number | null = null
  let baseNumber = 0
  /** The number of the base that was begun last; infinite until it is known what that base holds. */
  let beginning = 0
  let deltas: Delta[] = []
  let reading: Promise<void> | null = null
  let read: Base | Error | null = null
  let readAgainAt = 0
  let current = false
  let tooLarge = false
  let toCompare = true
  let comparedAt = 0
  const consolidations = followConsolidations()

  async function readBase(): Promise<Base> {
    const parts = await partsOf(host)
    const number = (beginning = ++numbers)
    let taken = Promise.resolve()
    try {
      for (const bounds of await slicesOf(host)) {
        const rows = await rowsOfSlice(host, bounds)
        await taken
        taken = threads.rows(number, rows, false)
        // Known when it is waited for; until then the engine may take its time.
        taken.catch(() => undefined)
      }
      await taken
      return { number, parts, segment: await threads.built(number) }
    } catch (error) {
      threads.forget([number])
      throw error
    }
  }

  /** Reads a new base beside everything else; a table that changes faster than it is read must not cost everything. */
  function startReading(): void {
    if (reading || read || performance.now() < readAgainAt) return
    const began = performance.now()
    beginning = Infinity
    reading = readBase().then(
      (made) => void (read = made),
      (error: unknown) => void (read = error instanceof Error ? error : new Error(String(error))),
    )
    void reading.then(() => {
      reading = null
      readAgainAt = performance.now() + 2 * (performance.now() - began)
    })
  }

  /** Delta segments that were read after the base began to be stay above it. */
  function install({ number, segment, parts }: Base): void {
    const [kept, old] = [
      deltas.filter((each) => each.number > number),
      deltas.filter((each) => each.number < number),
    ]
    baseRows = segment.size
    baseNumber = number
    threads.base(
      number,
      segment,
      kept.map((each) => each.number),
    )
    threads.forget(old.map((each) => each.number))
    deltas = kept
    seen.add(parts)
    toCompare = true
  }

  const isFresh = (part: Part): boolean => part.generation > 0 && seen.isNew(part)

  /** A part that was merged away before it was read is read as what it became, now and not a round later. */
  async function readChanges(parts: readonly Part[]): Promise<void> {
    let fresh = parts.filter(isFresh)
    // What comes while they are read is for the next round, but for what takes the place of parts that are gone.
    const most = 5 + Math.ceil(sumOf(fresh) / pieceRows)
    for (let piece = 0; piece < most && fresh.length > 0; piece += 1) {
      fresh = (await readParts(pieceOf(fresh))).filter(isFresh)
      onProgress()
    }
    if (deltas.filter(canBeJoined).length > maxDeltaSegments) await joinDeltas()
  }

  /** @returns the parts there are afterwards */
  async function readParts(fresh: readonly Part[]): Promise<Part[]> {
    const number = ++numbers
    await threads.rows(
      number,
      await changedRows(
        host,
        fresh.map(({ name }) => name),
      ),
      true,
    )
    const segment = await threads.built(number)
    deltas.push({ number, rows: rowsIn(segment), joinable: true })
    threads.push(number, segment)
    // A part that is gone may not have been found: what it became is new then.
    const after = await partsOf(host)
    const still = new Set(after.map(({ name }) => name))
    seen.add(fresh.filter(({ name }) => still.has(name)))
    return after
  }

  /** Not those of before a base that is being read: it takes their place. */
  const canBeJoined = (delta: Delta): boolean =>
    delta.joinable && (!(reading || read) || delta.number > beginning)

  async function joinDeltas(): Promise<void> {
    const from = joinedFrom(deltas, canBeJoined)
    const of = deltas.slice(from).map(({ number }) => number)
    const number = ++numbers
    const segment = await threads.joined(number, of)
    deltas = [...deltas.slice(0, from), { number, rows: rowsIn(segment), joinable: true }]
    threads.join(number, segment, of)
  }

  /** Whether both sides hold the same of these parts; null when the table changed meanwhile. */
  async function agree(parts: readonly Part[]): Promise<boolean | null> {
    const names = parts.map(({ name }) => name)
    const [theirs, ours] = [await checksumInEngine(host, names), await threads.checksum()]
    const after = await partsOf(host)
    const still = new Set(after.map(({ name }) => name))
    if (!names.every((name) => still.has(name))) return null
    if (ours?.documents === theirs.documents && ours.checksum === theirs.checksum) return true
    // A segment may know more than the parts it was read for.
    return after.some(isFresh) ? null : false
  }

  async function compare(): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const parts = await partsOf(host)
      if (parts.some(isFresh)) await readChanges(parts)
      else {
        const same = await agree(parts)
        if (same === null) continue
        toCompare = false
        comparedAt = performance.now()
        if (same) {
          seen.add(parts)
          // Written while they were compared: the engine may have told it, so it is known before answers are given here.
          await readChanges(await partsOf(host))
        } else baseRows = null
        current = same
        return
      }
    }
  }

  /** What was saved takes the place of reading the base, if the table still is what it was made from: that is compared first. */
  async function load(from: IndexFile): Promise<void> {
    const index = await threads.restore(from)
    const of = manifest.safeParse(index?.manifest)
    const [base, ...newer] = index?.segments ?? []
    if (!base || !of.success || base.number !== of.data.base) return
    threads.base(base.number, base.segment, [])
    for (const { number, segment } of newer) threads.push(number, segment)
    ;[baseNumber, baseRows] = [base.number, base.segment.size]
    deltas = of.data.deltas.map((delta) => ({ ...delta, joinable: false }))
    numbers = Math.max(baseNumber, ...deltas.map(({ number }) => number))
    seen = seenParts(of.data.seen)
    toCompare = true
  }

  async function round(parts: readonly Part[]): Promise<void> {
    if (toLoad) {
      const from = toLoad
      toLoad = undefined
      await load(from)
    }
    const wasTooLarge = tooLarge
    tooLarge = sumOf(parts) > maxDocuments
    if (tooLarge) {
      // Also what was found to differ, or is read and not yet in use: it may be as large as all that may be held.
      if (!wasTooLarge) threads.drop()
      threads.forget(deltas.map(({ number }) => number))
      ;[read, baseRows, deltas, current] = [null, null, [], false]
      return
    }
    if (read) {
      const made = read
      read = null
      if (made instanceof Error) throw made
      install(made)
    }
    const fresh = sumOf(parts.filter(isFresh))
    const many = Math.max(bulk, (baseRows ?? 0) * share)
    if (baseRows === null || fresh > Math.max(vast, many)) {
      current = false
      return startReading()
    }
    if (fresh + sumOf(deltas) > many || haveTooManyFixed(deltas)) startReading()
    const { made, isCovered, isLost } = consolidations.look(seen, parts)
    if (isLost || performance.now() - comparedAt > compareEvery) toCompare = true
    // It may have taken in what was never seen on its own.
    if (made.length > 0 && !isCovered) [toCompare, current] = [true, false]
    await readChanges(parts)
    if (made.length > 0 && isCovered) {
      if (consolidations.areRead(parts, await partsOf(host))) seen.add(made)
      else [toCompare, current] = [true, false]
    }
    if (toCompare) await compare()
  }

  return {
    async round(parts) {
      try {
        await round(parts)
      } catch (error) {
        // What happened meanwhile is not known.
        toCompare = true
        throw error
      }
    },
    async save(to) {
      if (!current || baseRows === null || reading) return false
      const saved: z.infer<typeof manifest> = { base: baseNumber, deltas, seen: seen.saved() }
      return threads.save(to, saved)
    },
    isCurrent: () => current && baseRows !== null,
    isTooLarge: () => tooLarge,
    isSettled: () => !reading && !read && !toCompare && !tooLarge,
    documents: () => baseRows ?? 0,
  }
}

const sumOf = (all: readonly { rows: number }[]): number => all.reduce((sum, { rows }) => sum + rows, 0)
const rowsIn = ({ size, removed }: Segment): number => size + (removed.length >>> 2)
