import { type DecoyEvent, eventLimits } from '#model/sensor/event.ts'
import type { Losses } from '../losses.ts'

const mostFlows = 10_000
const waitMs = 10_000

/** Events of decoys that came before the packets of their flow: tcpdump hands packets over a moment later. */
export function waitingEvents(losses: Losses) {
  const waiting = new Map<string, { events: DecoyEvent[]; since: number }>()
  const drop = (key: string): void => {
    losses.add('events', waiting.get(key)?.events.length ?? 0)
    waiting.delete(key)
  }
  return {
    add(key: string, event: DecoyEvent, now: number): void {
      const known = waiting.get(key) ?? { events: [], since: now }
      if (known.events.length < eventLimits.perFlow) known.events.push(event)
      waiting.set(key, known)
      if (waiting.size > mostFlows) drop(waiting.keys().next().value ?? '')
    },
    take(key: string): DecoyEvent[] {
      const events = waiting.get(key)?.events ?? []
      waiting.delete(key)
      return events
    },
    expire(now: number): void {
      // The longest waiting come first.
      for (const [key, { since }] of waiting) {
        if (now - since < waitMs) return
        drop(key)
      }
    },
  }
}
