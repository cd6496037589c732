import type { Log } from '#store/log.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Predicate } from '#gnql/predicate.ts'
import { readAddress } from '#model/address.ts'
import { budget } from '#model/budget.ts'
import { toHex } from '#store/analytics/address.ts'
import { dayAndVerdictOf } from '#store/analytics/ips/codes.ts'
import { bucketsOf } from '#store/analytics/ips/summarize.ts'
import type { RecordTexts } from '#store/analytics/ips/texts.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { type Beside, followBeside } from './beside.ts'
import type { ValuesAsked } from './holders.ts'
import { indexKey } from './index-key.ts'
import { partsOf, partsOfAll } from './parts.ts'
import type { IndexAnswer, IndexQuestion } from './question.ts'
import { openReplacing } from './replacing.ts'
import { startSync, type Sync } from './sync.ts'
import type { StoredRecord } from './stored-records.ts'
import { startThreads, type Threads } from './threads.ts'

export type MemoryIndexState = 'building' | 'ready' | 'too-large' | 'unsupported' | 'closed'

/**
 * The documents in memory, beside the engine, which stays the one truth: what it answers is what the engine answers, at
 * most two seconds later; of a statement that outlived its connection, half a minute, or as long again as it was quiet before (five at most).
 */
export interface MemoryIndex {
  /** null: ask the engine. The index is being built, too large, behind, or does not hold what is asked about. */
  search(predicate: Predicate, question: IndexQuestion): Promise<IndexAnswer | null>
  /** The documents of those addresses that have one, in order of address; null: ask the engine. Read at once, on this thread. */
  documents(ips: readonly string[]): RecordTexts | null
  /** The record of one address; null when it has none, undefined: ask the engine. */
  record(ip: string): StoredRecord | null | undefined
  /** Whether an address (four big-endian numbers) has a record; undefined: ask the engine. Reads none. */
  has(key: Uint32Array): boolean | undefined
  /**
   * Whether the store may have something of an address beside its record: changes of its verdict, an answer of the reverse DNS.
   * undefined: ask the engine.
   */
  mayHaveBeside(ip: string): boolean | undefined
  /** The first addresses from one to another that have a record, ascending, as 32 hex digits; none while the index cannot say. Read at once, on this thread. */
  between(from: string, to: string, limit: number): string[]
  /** How many documents hold each of those values, the columns by the names that predicates use; null: ask the engine. */
  holders(asked: readonly ValuesAsked[], signal?: AbortSignal): Promise<number[][] | null>
  /** Questions being answered, and those that wait. */
  load(): { asked: number; waiting: number }
  state(): MemoryIndexState
  /** Another number after every change of what it holds. */
  generation(): number
  /** Documents were made anew: resolves when the index knows, or when it cannot. */
  refreshed(): Promise<void>
  /** Numbers for measurements. */
  size(): Promise<{ documents: number; bytes: number } | null>
  /** Its threads collect what they no longer need: one that has nothing to do keeps what its last answers took. */
  giveBack(): Promise<void>
  /** Ends its threads as a crash would; it starts again. For tests. */
  endThreads(): Promise<void>
  close(): Promise<void>
}

export interface MemoryIndexOptions {
  /** Tables with more rows are left to the engine. */
  maxDocuments: number
  log: Log
  /** Where it is saved when it is closed, and read from when it starts. */
  file?: string | undefined
  /** Milliseconds between two looks at the table. */
  intervalMs?: number
  /** What one question may cost (steps.ts). */
  steps?: number
  /** Whether the engine answers at all; while it does not, nothing can change, and the index stays what it is. */
  engineAnswers?: () => boolean
}

/** Milliseconds that closing waits for the file; half a gigabyte takes some seconds. */
const maxSaveMs = 10_000

/** Without a good look at the table for so many pauses its answers are the engine's alone. */
const maxFailedSyncs = 10

/** Starts the index; it reads the documents in the background. */
export function openMemoryIndex(
  analytics: Analytics,
  {
    maxDocuments,
    log,
    file: path,
    intervalMs = 1000,
    steps = budget.indexSteps,
    engineAnswers = () => true,
  }: MemoryIndexOptions,
): MemoryIndex {
  const [host] = analytics.hosts
  const stopping = new AbortController()
  let running: { threads: Threads; sync: Sync } | null = null
  const beside: Beside | null = host ? followBeside(host) : null
  let goodAt = -Infinity
  /** When the last good round began. */
  let lookedAt = -Infinity
  let isResting = false
  let lastError: string | null = null
  let rounds: Promise<unknown> = Promise.resolve()

  const file = path === undefined ? undefined : { path, key: indexKey }
  const isSupported = host !== undefined && analytics.hosts.length === 1 && maxDocuments > 0

  /** Read before a look-up returns. */
  const wanted = new Uint32Array(4)

  const replacing = openReplacing(intervalMs, () => performance.now())
  /** Threads of which it was told that they ended. */
  let known: Threads | null = null

  /** null: those that ended are not replaced yet. */
  function started(): { threads: Threads; sync: Sync } | null {
    if (!host) throw new Error('There is no host to read from.')
    if (running?.threads.areAlive()) return running
    if (running && running.threads !== known) {
      known = running.threads
      replacing.ended()
      log.warn({ err: known.ended.reason }, 'memory index: a thread ended, all documents are read anew')
      void known.close()
    }
    if (!replacing.mayBegin()) return null
    const threads = startThreads()
    const onProgress = (): void => void (goodAt = performance.now())
    running = { threads, sync: startSync({ host, threads, maxDocuments, file, onProgress }) }
    return running
  }

  /** What a round found that left nothing to do: while nothing was written since, another would find nothing. */
  let found = { written: -1, at: -Infinity }
  const isUnchanged = (): boolean =>
    !analytics.across &&
    found.written === analytics.traffic.written() &&
    performance.now() < analytics.traffic.lookAgainAt(found.at)
  const canSkip = (): boolean => isUnchanged() && state() === 'ready'

  async function round(): Promise<void> {
    if (canSkip() || !host) return
    const sync = started()?.sync
    if (!sync) return
    const before = state()
    const [began, written] = [performance.now(), analytics.traffic.written()]
    const parts = await partsOfAll(host)
    await beside?.round(parts)
    // Last: what the engine told meanwhile is not to be unsaid by an index that now answers in its stead.
    await sync.round(before === 'ready' ? parts.filter(({ table }) => table === 'ips') : await partsOf(host))
    lookedAt = began
    const isSettled = sync.isSettled() && beside?.isSettled()
    found = { written: isSettled ? written : -1, at: performance.now() }
    goodAt = performance.now()
    lastError = null
    const after = state()
    if (after !== before) log.info({ documents: sync.documents() }, `memory index: ${after}`)
  }

  /** Rounds never overlap: each finds what the one before has read. */
  const serialised = (): Promise<void> => {
    const mine = rounds.then(() => (stopping.signal.aborted ? undefined : round()))
    rounds = mine.catch(() => undefined)
    return mine
  }

  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  async function loop(): Promise<void> {
    let wait = intervalMs
    while (!stopping.signal.aborted) {
      try {
        await serialised()
        wait = intervalMs
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== lastError && !stopping.signal.aborted)
          log.warn({ err: error }, 'memory index: behind, the engine answers')
        lastError = message
        wait = Math.min(wait * 2, 30_000)
      }
      await pause(wait)
      // Whoever had documents made has looked since.
      const ms = lookedAt + intervalMs - performance.now()
      if (ms > 0) await pause(ms)
      if (running && canSkip()) await rest(running.threads)
    }
  }

  /** Resolves when a round may find something; until then what is in memory is what the store has. */
  async function rest({ ended }: Threads): Promise<void> {
    const ms = analytics.traffic.lookAgainAt(found.at) - performance.now()
    const signal = AbortSignal.any([stopping.signal, ended])
    isResting = true
    await analytics.traffic.writtenSince(found.written, { ms, signal })
    isResting = false
    goodAt = performance.now()
  }
  const looping = isSupported ? loop() : Promise.resolve()

  function state(): MemoryIndexState {
    if (stopping.signal.aborted) return 'closed'
    if (!isSupported) return 'unsupported'
    if (running?.sync.isTooLarge()) return 'too-large'
    const isReady =
      running?.threads.areAlive() &&
      running.sync.isCurrent() &&
      (isResting || performance.now() - goodAt < maxFailedSyncs * intervalMs || !engineAnswers())
    return isReady ? 'ready' : 'building'
  }

  return {
    state,
    async search(
      predicate,
      {
        columns,
        top,
        histogram: isCounted = top > 0,
        lists = [],
        order = 'ip',
        after,
        size,
        bytes = budget.answerBytes,
        signal,
      },
    ) {
      if (!running || state() !== 'ready') return null
      const address = after === undefined ? null : toHex(after.ip)
      if (after !== undefined && address === null) throw new RangeError('Not an address.')
      const place = after && address !== null ? { address, key: after.key } : null
      const counted = { columns, top, histogram: isCounted, lists }
      const question = { predicate, ...counted, order, size, bytes, after: place }
      const answer = await running.threads.search(question, { steps, signal }).catch(() => null)
      if (!answer) return null
      const { days, ...rest } = answer
      return {
        ...rest,
        histogram: bucketsOf(
          Array.from({ length: days.length / 2 }, (_, at) => ({
            ...dayAndVerdictOf(days[2 * at]!),
            total: days[2 * at + 1]!,
          })),
        ),
      }
    },
    documents(ips) {
      if (!running || state() !== 'ready') return null
      const keys = ips.map((ip) => toHex(ip) ?? '').filter((key) => key !== '')
      return running.threads.records.findAll([...new Set(keys)].sort())
    },
    record(ip) {
      if (!running || state() !== 'ready') return undefined
      const address = readAddress(ip)
      if (address === null) return null
      wanted.set(address)
      return running.threads.records.find(wanted)
    },
    has(key) {
      if (!running || state() !== 'ready') return undefined
      const found = running.threads.records.find(key)
      return found === undefined ? undefined : found !== null
    },
    mayHaveBeside(ip) {
      if (!running || state() !== 'ready') return undefined
      const hex = toHex(ip)
      return hex === null ? false : beside?.mayHave(hex)
    },
    between(from, to, limit) {
      const [low, high] = [readAddress(from), readAddress(to)]
      if (!running || state() !== 'ready' || low === null || high === null) return []
      return running.threads.records.between(Uint32Array.from(low), Uint32Array.from(high), limit)
    },
    async holders(asked, signal) {
      if (!running || state() !== 'ready') return null
      return running.threads.holders(asked, signal).catch(() => null)
    },
    generation: () => running?.threads.records.generation() ?? 0,
    load: () => running?.threads.load() ?? { asked: 0, waiting: 0 },
    refreshed: () => (isSupported ? serialised().catch(() => undefined) : Promise.resolve()),
    size: async () => (await running?.threads.checksum().catch(() => null)) ?? null,
    giveBack: async () => running?.threads.collect().catch(() => undefined),
    endThreads: async () => running?.threads.close(),
    async close() {
      stopping.abort()
      if (file && running?.threads.areAlive()) {
        // What is under way ends first: it changes what is saved.
        const saved = rounds.then(() => running?.sync.save(file))
        await Promise.race([saved.catch(() => false), sleep(maxSaveMs, undefined, { ref: false })])
      }
      await running?.threads.close()
      await Promise.all([looping, rounds])
    },
  }
}
