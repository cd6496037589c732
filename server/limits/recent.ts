import type { Caller } from './caller.ts'

/**
 * How much each caller asked of late, in request-seconds: every request counts while it is under way, waiting included, and
 * half of the sum is forgotten every ten seconds. Who asks again as soon as there is an answer comes to 14 for each
 * request at once; who reads a page every few seconds stays below one.
 */
export interface Recent {
  /** A request is there until it is called back. */
  begin(caller: Caller): () => void
  /** A request was answered at once, which took so many seconds: begun, served and over. */
  answered(caller: Caller, seconds: number): void
  /** A request was refused before anything was done for it: it counts as one that took a second, so that asking again gains nothing. */
  refuse(caller: Caller): void
  /** What was asked of the caller was begun: others who wait come before the next of this caller's. */
  serve(caller: Caller): void
  /** Whether the caller asked little of late: fewer than 2.5 request-seconds, and few requests at once. */
  isLight(caller: Caller): boolean
  /** Milliseconds at which a request of the caller, or its network, was last begun; 0: never, as far as is remembered. */
  servedAt(caller: Caller): number
  /** Whether somebody else has asked for something in the last seconds. */
  hasOthers(caller: Caller): boolean
  /** Addresses, networks and keys remembered. */
  size(): number
}

interface Asked {
  level: number
  at: number
  open: number
  servedAt: number
}

const halfLife = 10
const forgetting = Math.LN2 / halfLife

/** Request-seconds, and requests at once: a browser opens six connections. */
const light = { level: 2.5, open: 8 }

/** Milliseconds for which somebody who asked is there. */
const present = 3_000

/** Remembered at most; those that asked longest ago are forgotten first. */
const maxCached = 20_000

/** @param now milliseconds that only rise */
export function openRecent(now: () => number): Recent {
  const known = new Map<string, Asked>()
  /** The last of them: who asks on is not written anew each time. */
  let newest = ''
  /** Who asked last, and when somebody else did before. */
  let last = { name: '', at: -Infinity, otherAt: -Infinity }

  function decayed(name: string): Asked {
    const at = now()
    const asked = known.get(name) ?? { level: 0, at, open: 0, servedAt: 0 }
    const { level, open } = asked
    // What is open adds as much as time takes away, in the end: the level goes towards this one.
    const aim = open / forgetting
    asked.level = aim + (level - aim) * Math.exp((-forgetting * (at - asked.at)) / 1000)
    asked.at = at
    return asked
  }
  function change(caller: Caller, by: (asked: Asked) => void): void {
    for (const { name } of caller.groups) {
      const asked = decayed(name)
      by(asked)
      // Written anew, so that the order of the map is that of the last change.
      if (name === newest) continue
      known.delete(name)
      known.set(name, asked)
      newest = name
    }
    if (known.size <= maxCached) return
    for (const [name, { open }] of known) {
      if (known.size <= maxCached) return
      if (open > 0) continue
      known.delete(name)
      if (name === newest) newest = ''
    }
  }

  /** Somebody asked. */
  function heard(caller: Caller): void {
    const { name } = caller.groups[0]
    const [at, otherAt] = [now(), name === last.name ? last.otherAt : last.at]
    last = { name, at, otherAt }
  }

  return {
    answered(caller, seconds) {
      heard(caller)
      change(caller, (asked) => {
        asked.level += seconds
        asked.servedAt = asked.at
      })
    },
    begin(caller) {
      heard(caller)
      change(caller, (asked) => (asked.open += 1))
      let isOpen = true
      return () => {
        if (isOpen) change(caller, (asked) => (asked.open -= 1))
        isOpen = false
      }
    },
    refuse: (caller) => change(caller, (asked) => (asked.level += 1)),
    serve: (caller) => change(caller, (asked) => (asked.servedAt = asked.at)),
    isLight: ({ groups }) =>
      groups.every(({ name, share }) => {
        if (!known.has(name)) return true
        const { level, open } = decayed(name)
        return level < light.level * share && open <= light.open * share
      }),
    servedAt: ({ groups }) => Math.max(...groups.map(({ name }) => known.get(name)?.servedAt ?? 0)),
    hasOthers: ({ groups: [{ name }] }) => now() - (name === last.name ? last.otherAt : last.at) < present,
    size: () => known.size,
  }
}
