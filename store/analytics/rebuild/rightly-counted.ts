import type { Origin } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { outOfBounds } from '../query/errors.ts'
import { amountsOfDays, isOf, product, readNotesOfDays, writeNotes } from './notes.ts'
import type { Rebuild } from './rebuild.ts'
import type { Rules } from './rule-sets.ts'
import type { DayRange } from './address-slices.ts'
import { thresholdDifferences } from './threshold-differences.ts'

const dayMs = 86_400_000
/** Sessions that one look goes through, but for a day that has more. */
const sessionsAtOnce = 50_000

/**
 * Those of the days on which sessions that came since changed nothing that is counted over time; they are noted so. Days that follow each
 * other are looked at together.
 */
export async function rightlyCounted<Due extends Rebuild>(
  analytics: Analytics,
  due: readonly Due[],
  rules: Rules,
): Promise<Due[]> {
  const right = new Set<string>()
  for (const [origin, some] of Map.groupBy(due, ({ origin }) => origin))
    for (const day of await rightDays(analytics, origin, some, rules)) right.add(`${origin} ${day}`)
  return due.filter(({ origin, day }) => right.has(`${origin} ${day}`))
}

async function rightDays(
  analytics: Analytics,
  origin: Origin,
  due: readonly Rebuild[],
  { name, counting }: Rules,
): Promise<string[]> {
  const days = due.map(({ day }) => day).sort()
  // Counted before the work: what comes meanwhile makes the day due again.
  const before = await Promise.all(
    analytics.hosts.map(async (host) => ({ host, now: await amountsOfDays(host, { origin, days }) })),
  )
  const sessionsOf = (day: string): number => before.reduce((sum, { now }) => sum + now(day).sessions, 0)
  const wrong = await wronglyCountedDays(analytics, { origin, days, sessionsOf }, counting)
  const right = days.filter((day) => !wrong.has(day))
  await withLock(analytics, 'sessions', async () => {
    for (const { host, now } of before) {
      const notes = await readNotesOfDays(host, { origin, days: right, workspace: product })
      // Somebody with other rules may have come meanwhile.
      const still = notes.filter(({ rules }) => isOf(rules, name))
      const about = { origin, workspace: product }
      await writeNotes(
        host,
        about,
        still.map((note) => ({ ...note, ...now(note.day) })),
      )
    }
  })
  return right
}

/** Of days of one origin, given in order, those with a session that carries other tags over time than it should. */
export async function wronglyCountedDays(
  analytics: Pick<Analytics, 'hosts'>,
  {
    origin,
    days,
    sessionsOf,
  }: { origin: Origin; days: readonly string[]; sessionsOf: (day: string) => number },
  counting: Rules['counting'],
): Promise<Set<string>> {
  const wrong = new Set<string>()
  for (const range of rangesOf(days, sessionsOf))
    for (const day of await wrongOf(analytics, { origin, days: range }, counting)) wrong.add(day)
  return wrong
}

/** Days that follow each other, as many as one look may go through. */
function rangesOf(days: readonly string[], sessionsOf: (day: string) => number): string[][] {
  const ranges: { days: string[]; sessions: number }[] = []
  for (const day of days) {
    const sessions = sessionsOf(day)
    const last = ranges.at(-1)
    const follows = Date.parse(day) - Date.parse(last?.days.at(-1) ?? '') === dayMs
    if (last && follows && last.sessions + sessions <= sessionsAtOnce) {
      last.days.push(day)
      last.sessions += sessions
    } else ranges.push({ days: [day], sessions })
  }
  return ranges.map((range) => range.days)
}

/** The same of days that follow each other. A day too much to be looked at is among them: it may be one. */
async function wrongOf(
  analytics: Pick<Analytics, 'hosts'>,
  { origin, days }: { origin: Origin; days: readonly string[] },
  counting: Rules['counting'],
): Promise<Set<string>> {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return new Set()
  const range: DayRange = { origin, from, to }
  try {
    return await thresholdDifferences(analytics, range, counting)
  } catch (error) {
    if (!outOfBounds(error)) throw error
    // Too much to be asked is not too much to be done, and other days do not wait for this one.
    if (days.length === 1) return new Set(days)
    const middle = days.length >> 1
    const halves = [days.slice(0, middle), days.slice(middle)]
    const wrong = await Promise.all(
      halves.map((half) => wrongOf(analytics, { origin, days: half }, counting)),
    )
    return new Set(wrong.flatMap((found) => [...found]))
  }
}
