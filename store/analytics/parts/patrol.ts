import type { Analytics } from '../open.ts'
import type { Querier } from '../query/querier.ts'
import { brokenParts } from '../tables/broken-parts.ts'
import { activeParts, checkPart, type Part, setAside } from './check.ts'
import { makeAnew, remedyOf } from './heal.ts'

/** A part whose checksums do not hold, and what became of what it held. */
export interface DamagedPart {
  table: string
  part: string
  partition: string
  /** When it was found (milliseconds). */
  at: number
  fault: string
  outcome: string
}

export interface PartsStatus {
  /** When the last whole round ended (milliseconds); null before the first. */
  checkedAt: number | null
  /** Parts checked since the start, and those of this round that wait. */
  checked: number
  due: number
  damaged: DamagedPart[]
}

export interface PartsPatrol {
  status(): PartsStatus
  /** Checks one part; false when all were checked within the time in which each is to be. */
  step(signal: AbortSignal): Promise<boolean>
}

/** The outcome of a part whose rows are not made anew yet, also after a restart. */
const waits = 'waits to be made anew'

/** Each part is read once in this time (milliseconds), those that a start finds at once. */
const everyMs = 20 * 3_600_000
const maxCached = 200

/** A mutation links the files of a part under a new name, and reads few of them: what it makes is as old as the part was. */
const withoutMutation = (name: string): string => /^.+?_\d+_\d+_\d+(?=(?:_\d+)?$)/.exec(name)?.[0] ?? name

/** Reads the engine's parts one after the other and compares their checksums; what is damaged is set aside and made anew. */
export function openPatrol(options: {
  analytics: Analytics
  clock: () => number
  /** Damage found before, and the way to remember more of it. */
  known: readonly DamagedPart[]
  remember: (damaged: readonly DamagedPart[]) => Promise<void>
  /** Hears of the day, "live 2026-03-15", whose sessions a damaged part held. */
  onSessionsLost: (day: string) => void
  /** Hears that records say of addresses what came with their sessions, and not what reference data has said since. */
  onFactsLost?: () => Promise<void>
  onFound?: (damaged: DamagedPart) => void
}): PartsPatrol {
  const { analytics, clock, onSessionsLost } = options
  const damaged = [...options.known]
  /** What is made anew reads sessions: their parts are all checked before. */
  const toHeal = damaged.filter(({ outcome }) => outcome === waits)
  /** After a failure another part is checked first. */
  let mayHeal = true
  /** When a part was read, or seen for the first time after the round of the start: its checksums were made a moment ago. */
  const readOrSeenAt = new Map<string, number>()
  let isStart = true
  let queue: { host: Querier; part: Part; key: string }[] = []
  let checkedAt: number | null = null
  let checked = 0

  async function plan(): Promise<void> {
    const alive = new Set<string>()
    for (const [at, host] of analytics.hosts.entries()) {
      // Of what was set aside only the hash of its partition is known.
      for (const { reason, ...part } of await host.run(brokenParts, {}))
        if (!damaged.some((one) => one.table === part.table && one.part === part.name))
          await found(
            { ...part, partition: '' },
            reason === '' ? 'it could not be read' : `the engine set it aside: ${reason}`,
          )
      for (const part of await host.run(activeParts, {})) {
        const key = `${at} ${part.table} ${withoutMutation(part.name)}`
        alive.add(key)
        const since = readOrSeenAt.get(key) ?? (isStart ? -Infinity : clock())
        readOrSeenAt.set(key, since)
        if (clock() - since < everyMs) continue
        if (part.table === 'sessions') queue.unshift({ host, part, key })
        else queue.push({ host, part, key })
      }
    }
    for (const key of readOrSeenAt.keys()) if (!alive.has(key)) readOrSeenAt.delete(key)
    isStart = false
  }

  async function found(part: Omit<Part, 'rows'>, fault: string): Promise<void> {
    const { table, name, partition } = part
    const one = { table, part: name, partition, at: clock(), fault, outcome: waits }
    damaged.push(one)
    toHeal.push(one)
    if (damaged.length > maxCached) damaged.shift()
    await options.remember(damaged)
    options.onFound?.(one)
    const [, origin = '', year = '', month = '', day = ''] =
      /([a-z]+)'?,'?(\d{4})-(\d\d)-(\d\d)/.exec(part.partition) ?? []
    if (part.table === 'sessions') onSessionsLost(day === '' ? '' : `${origin} ${year}-${month}-${day}`)
  }

  async function heal(one: DamagedPart): Promise<void> {
    try {
      const outcome = await makeAnew(analytics, one)
      if (remedyOf(one.table) === 'facts') await options.onFactsLost?.()
      one.outcome = outcome
    } catch (error) {
      // Another part it reads may be damaged, too: that one is found meanwhile.
      toHeal.push(one)
      mayHeal = false
      throw error
    }
    await options.remember(damaged)
  }

  return {
    status: () => ({ checkedAt, checked, due: queue.length, damaged: [...damaged] }),
    async step(signal) {
      if (queue.length === 0) await plan()
      if (signal.aborted) return false
      const one = mayHeal && queue[0]?.part.table !== 'sessions' ? toHeal.shift() : undefined
      mayHeal = true
      if (one) {
        await heal(one)
        return true
      }
      const next = queue.shift()
      if (!next) return false
      const { host, part, key } = next
      const check = await checkPart(host, part)
      checked++
      if (check === 'whole') readOrSeenAt.set(key, clock())
      else if (check !== 'gone') {
        await setAside(host, part)
        await found(part, check.fault)
      }
      if (queue.length === 0) checkedAt = clock()
      return true
    },
  }
}
