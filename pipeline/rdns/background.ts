import { setTimeout as sleep } from 'node:timers/promises'
import {
  keepAnswers,
  reverseAnswers,
  walkDocuments,
  type ReverseAnswer,
} from '#store/analytics/rdns/answers.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Log } from '#store/log.ts'
import { isAsked, type Resolver, reverseName } from './resolve.ts'

/** How long an answer counts, in milliseconds, by its state. */
const lifetime: Record<ReverseAnswer['state'], number> = {
  confirmed: 7 * 86_400_000,
  other: 7 * 86_400_000,
  none: 86_400_000,
  failed: 3_600_000,
}

/** Addresses that wait; what comes when it is full is found again by the walk. */
const maxQueue = 20_000
const underWay = 16
const batch = 100
/** Documents that one look of the walk goes through, and the rest between two walks that found nothing to ask, milliseconds. */
const walkAtOnce = 500
const restMs = 60_000

export interface Lookups {
  /** Addresses that were just seen; they come first. */
  seen(ips: Iterable<string>): void
  status(): { waiting: number; asked: number; answered: number; failed: number }
  stop(): Promise<void>
}

export interface LookupOptions {
  analytics: Analytics
  resolver: Resolver
  /** Addresses a second that are asked about, at most; each is one question and one to five more. */
  rate: number
  clock: () => number
  log: Log
  /** Told when answers were kept, so that documents are made anew soon. */
  onKept?: () => void
}

/**
 * Asks the reverse DNS about addresses with documents, slowly and without end: first those just seen, then, when none waits,
 * the rest of the documents in the order of their addresses. Answers are kept in the store and asked for again when old.
 */
export function startLookups(options: LookupOptions): Lookups {
  const { analytics, resolver, rate, clock, log, onKept } = options
  const stopping = new AbortController()
  const queue = new Set<string>()
  const count = { asked: 0, answered: 0, failed: 0 }
  let place = '::'

  let resting = new AbortController()
  async function rest(): Promise<void> {
    resting = new AbortController()
    if (queue.size > 0) return
    const until = AbortSignal.any([stopping.signal, resting.signal])
    await sleep(restMs, undefined, { signal: until }).catch(() => undefined)
  }

  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** Up to a batch of addresses whose answer is missing or old. */
  async function due(): Promise<string[]> {
    const taken = [...queue].slice(0, batch)
    for (const ip of taken) queue.delete(ip)
    if (taken.length > 0) return oldOf(taken)
    const walked = await walkDocuments(analytics, { after: place, size: walkAtOnce })
    const old = await oldOf(walked)
    // Whoever is seen meanwhile waits for one batch at most.
    const next = old.length > batch ? old[batch - 1] : walked.length === walkAtOnce && walked.at(-1)
    place = next || '::'
    return old.slice(0, batch)
  }

  /** Those whose answer is missing or old. */
  async function oldOf(ips: readonly string[]): Promise<string[]> {
    const asked = ips.filter(isAsked)
    const known = await reverseAnswers(analytics, asked)
    return asked.filter((ip) => (known.get(ip)?.until ?? 0) <= clock())
  }

  /** No more than `rate` a second begin, no more than `underWay` are under way. */
  async function resolveAll(ips: readonly string[]): Promise<ReverseAnswer[]> {
    const answers: ReverseAnswer[] = []
    const waiting = [...ips]
    const began = performance.now()
    const worker = async (): Promise<void> => {
      for (let ip = waiting.shift(); ip !== undefined && !stopping.signal.aborted; ip = waiting.shift()) {
        const turn = ips.length - waiting.length - 1
        await pause(Math.max(0, began + (turn * 1000) / rate - performance.now()))
        if (stopping.signal.aborted) return
        count.asked += 1
        const found = await reverseName(resolver, ip)
        // What stopping cancelled was not answered.
        if (stopping.signal.aborted) return
        count[found.state === 'failed' ? 'failed' : 'answered'] += 1
        const asked = clock()
        answers.push({ ip, ...found, asked, until: asked + lifetime[found.state] })
      }
    }
    await Promise.all(Array.from({ length: underWay }, worker))
    return answers
  }

  /** Where nobody answered, what was answered before stands, and is asked for again soon: a resolver that fails takes no name away. */
  async function orEarlier(answers: readonly ReverseAnswer[]): Promise<ReverseAnswer[]> {
    const failed = answers.filter(({ state }) => state === 'failed').map(({ ip }) => ip)
    const before = await reverseAnswers(analytics, failed)
    return answers.map((answer) => {
      const last = answer.state === 'failed' ? before.get(answer.ip) : undefined
      return last ? { ...answer, state: last.state, name: last.name } : answer
    })
  }

  const running = (async () => {
    let lastError = ''
    while (!stopping.signal.aborted) {
      try {
        const wasWalking = queue.size === 0
        const answers = await orEarlier(await resolveAll(await due()))
        await keepAnswers(analytics, answers)
        if (answers.length > 0) onKept?.()
        lastError = ''
        // A walk that found nothing looks once a second and rests at its end, until somebody is seen.
        if (answers.length === 0)
          await (wasWalking && place === '::' ? rest() : pause(wasWalking ? 1000 : 50))
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== lastError && !stopping.signal.aborted)
          log.error({ err: error }, 'reverse names: failed, trying again')
        lastError = message
        await pause(5000)
      }
    }
  })()

  return {
    seen(ips) {
      for (const ip of ips) {
        if (queue.size >= maxQueue) return
        if (isAsked(ip)) queue.add(ip)
      }
      if (queue.size > 0) resting.abort()
    },
    status: () => ({ waiting: queue.size, ...count }),
    async stop() {
      stopping.abort()
      resolver.cancel()
      await running
    },
  }
}
