import { setImmediate } from 'node:timers/promises'
import type { SpoolPromises } from '../spool/promises.ts'
import { sessionPrefix } from '../ingest/admission.ts'

/** What is stored or set aside of each batch of a day, by the prefix of its sessions' ids. */
export type StoredOfDay = (day: { origin: string; day: string }) => Promise<ReadonlyMap<string, number>>

/** Sessions of a batch that are missing, by day. */
export interface Shortfall {
  batch: string
  missing: Record<string, number>
}

/** Rows of the index looked at between two looks at what else the process has to do. */
const rowsAtOnce = 2000

/** "live 2026-03-15" in its parts. */
export function partsOfDay(day: string): { origin: string; day: string } {
  const [origin = '', date = ''] = day.split(' ')
  return { origin, day: date }
}

/** Compares what was promised of a day with what is stored of it. */
export async function shortOfDay(
  promises: Pick<SpoolPromises, 'ofDay'>,
  day: string,
  stored: StoredOfDay,
): Promise<{ looked: number; short: Shortfall[] }> {
  // What is stored is read first: whoever takes sessions away takes their promise away before.
  const there = await stored(partsOfDay(day))
  const short: Shortfall[] = []
  let looked = 0
  let after = ''
  for (;;) {
    const page = promises.ofDay(day, after, rowsAtOnce)
    for (const { id, sessions } of page) {
      const missing = sessions - (there.get(sessionPrefix(id)) ?? 0)
      if (missing > 0) short.push({ batch: id, missing: { [day]: missing } })
    }
    looked += page.length
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return { looked, short }
    after = last.id
    await setImmediate()
  }
}

/** What is missing of one batch, by day; empty when it is whole. */
export async function shortOfBatch(
  { id, days = {} }: { id: string; days?: Record<string, number> },
  isPromised: (day: string) => boolean,
  stored: StoredOfDay,
): Promise<Record<string, number>> {
  const missing: Record<string, number> = {}
  for (const [day, sessions] of Object.entries(days)) {
    if (!isPromised(day)) continue
    const there = (await stored(partsOfDay(day))).get(sessionPrefix(id)) ?? 0
    if (there < sessions) missing[day] = sessions - there
  }
  return missing
}
