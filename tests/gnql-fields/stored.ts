import { silent } from '#store/log.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll } from 'vitest'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { analyze } from '#gnql/analyze.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Origin, Session } from '#model/session.ts'
import { dissect } from '#packet/dissect.ts'
import { insertUnit } from '#pipeline/drain/insert-unit.ts'
import { splitUnits } from '#pipeline/drain/units.ts'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { seedActors } from '#services/sources/seed-actors.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { keepAnswers, type ReverseAnswer } from '#store/analytics/rdns/answers.ts'
import { staleDays, retagIfTouched } from '#store/analytics/rebuild/stale-days.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { carried, held, meanings, type Seen } from './meanings.ts'
import { tagged } from './tagged.ts'

/** An engine of the test file that imports this, the way of captures into it, and what its documents say beside their meaning. */

export const now = Date.UTC(2026, 10, 20, 12)
export const dayMs = 86_400_000
const catalogue = loadTags()
const cacheDir = await mkdtemp(join(tmpdir(), 'fields-'))
export const enricher = await openEnricher({ folder: cacheDir, log: silent })
export const analytics = await openTestAnalytics()
await writeTagCatalogue(analytics, catalogue)
await seedActors(analytics)
const rulesInForce = compileRuleSet(catalogue)
afterAll(async () => {
  await analytics.close()
  await rm(cacheDir, { recursive: true, force: true })
})

let made = 0
/** An id that no other session here has. */
export const nextId = (): string => (++made).toString(16).padStart(32, '0')

/** The sessions of a capture as the product makes them; those of the last 88 days. */
export async function sessionsOf(
  content: () => AsyncIterable<Uint8Array>,
  { origin, sensor, shiftMs }: { origin: Origin; sensor: string; shiftMs: number },
): Promise<Session[]> {
  const found: Session[] = []
  const report = dissect(
    content(),
    (batch) => {
      for (const conversation of batch)
        found.push({
          ...conversation,
          id: nextId(),
          origin,
          workspace: 'fields',
          published: true,
          sensor,
          vantage: 'sensor',
          capture: '',
          sourceFacts: enricher.enrich(conversation.source.ip, origin),
          destinationFacts: enricher.enrich(conversation.destination.ip, origin),
        })
    },
    { shiftMs },
  )
  // Damaged captures are part of the collection: what could be read counts.
  await report.catch(() => undefined)
  return found.filter(
    ({ firstPacket, lastPacket }) => firstPacket > now - 88 * dayMs && lastPacket < now + dayMs,
  )
}

/** What is known of an address: its sessions, and what the reverse DNS answered. */
interface Known {
  seen: readonly Seen[]
  answer?: ReverseAnswer
}

let stored = 0
/** Goes the way of the product: sessions in, days settled, documents made. Gives what is known of each address. */
export async function store(
  sessions: readonly Session[],
  answers: readonly ReverseAnswer[] = [],
): Promise<Map<string, Known>> {
  for (const unit of splitUnits(`unit ${++stored}`, rowsOfSessions(sessions)).units)
    await insertUnit(analytics, unit, false, rulesInForce)
  await refreshDocuments(analytics, { now, resolving: true })
  await keepAnswers(analytics, answers)
  for (const day of (await staleDays(analytics, rulesInForce.name)).due)
    await retagIfTouched(analytics, day, rulesInForce)
  await refreshDocuments(analytics, { now, resolving: true })
  const answerOf = new Map(answers.map((answer) => [answer.ip, answer]))
  // Who only answered has no record (docs/methods/direction.md).
  const asked = sessions.filter(({ direction }) => direction !== 'backscatter')
  return new Map(
    [...Map.groupBy(asked, ({ source }) => source.ip)].map(([ip, own]) => [
      ip,
      { seen: tagged(own), answer: answerOf.get(ip) },
    ]),
  )
}

export const recorded = ipRegistry.fields.flatMap(({ name, columns }) =>
  columns.map((column) => ({ name, column: column.name })),
)

/** What a document holds besides the registry's fields: of each tag the sessions that carried it, and when. */
const tagDetails = ({ tags, tag_sessions, tag_first, tag_last }: IpDocument): unknown =>
  Object.fromEntries(
    tags.map((slug, at) => [slug, { sessions: tag_sessions[at], first: tag_first[at], last: tag_last[at] }]),
  )

/** Per column: addresses whose document says something else, and how many say anything. */
export async function compare(known: ReadonlyMap<string, Known>) {
  const found = new Map(recorded.map(({ column }) => [column, { wrong: [] as string[], said: 0 }]))
  const wrongTags: string[] = []
  const ips = [...known.keys()]
  const differ = (ip: string, is: unknown, should: unknown): string[] =>
    isDeepStrictEqual(is, should)
      ? []
      : [`${ip}: ${JSON.stringify(is).slice(0, 200)}, not ${JSON.stringify(should)?.slice(0, 200)}`]
  for (let at = 0; at < ips.length; at += 1000)
    for (const document of await getDocuments(analytics, ips.slice(at, at + 1000))) {
      const { seen, answer } = known.get(document.ip) ?? { seen: [] }
      wrongTags.push(...differ(document.ip, tagDetails(document), carried(seen)))
      for (const { column } of recorded) {
        const is = held(document, column)
        const tally = found.get(column)
        if (!tally || is === undefined) continue
        tally.wrong.push(...differ(document.ip, is, meanings[column]?.(seen, answer)))
        if (
          ![undefined, null, false, '', 0, 'unknown', '[]'].includes(
            Array.isArray(is) ? String(is) || '[]' : (is as string),
          )
        )
          tally.said += 1
      }
    }
  return { found, wrongTags }
}

/** Which addresses carry each tag over time. */
export const overTime = (known: ReadonlyMap<string, Known>): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const [ip, { seen }] of known)
    for (const { slug, count } of seen.flatMap(({ tags }) => tags))
      if (count) found.set(slug, (found.get(slug) ?? new Set()).add(ip))
  return found
}

export const matching = async (query: string): Promise<string[]> => {
  const { predicate } = analyze(query, { catalogue: 'ip', now, windowDays: 90 })
  return (await pageDocuments(analytics, predicate, { size: 10_000 })).map(({ ip }) => ip)
}
