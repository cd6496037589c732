import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { demoCaptures } from '#demo/captures.ts'
import { matches } from '#gnql/match.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { understand } from '#gnql/understand.ts'
import type { Origin, Session } from '#model/session.ts'
import { dissect } from '#packet/dissect.ts'
import { captureSpan } from '#packet/span.ts'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { compileTagging } from '#pipeline/tag/compile.ts'
import { understandRules } from '#pipeline/tag/understand.ts'
import { writeCatalogue } from '#store/analytics/catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { sessionColumns } from '#store/analytics/sessions/columns.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { held, meanings, type Seen } from './meanings.ts'

/** Each field of an address means what its entry in the registry says, on captures from packet to document. */

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000
const catalogue = loadTags()
const bySlug = new Map(catalogue.map((tag) => [tag.slug, tag]))
const rules = understandRules(catalogue)
const cacheDir = await mkdtemp(join(tmpdir(), 'fields-'))
const enricher = await openEnricher({ folder: cacheDir, log: { info() {}, warn() {} } })
const analytics = await openTestAnalytics()
await writeCatalogue(analytics, catalogue)
const tagging = compileTagging(catalogue)
afterAll(async () => {
  await analytics.close()
  await rm(cacheDir, { recursive: true, force: true })
})

let made = 0

/** The sessions of a capture as the product makes them; those of the last 88 days. */
async function sessionsOf(
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
          id: (++made).toString(16).padStart(32, '0'),
          origin,
          workspace: 'fields',
          published: true,
          sensor,
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

/** Stores the sessions, makes the documents, and gives what was seen of each address. */
async function store(sessions: readonly Session[]): Promise<Map<string, Seen[]>> {
  const days = Map.groupBy(
    sessions,
    ({ firstPacket, origin }) => `${origin} ${Math.floor(firstPacket / dayMs)}`,
  )
  for (const [key, unit] of days)
    await insertSessions(analytics, { sessions: unit, token: `${key} ${made}`, tagging })
  await refreshDocuments(analytics, { now })
  const seen = new Map<string, Seen[]>()
  for (const session of sessions) {
    const columns = Object.fromEntries(sessionColumns.map(({ name, value }) => [name, value(session)]))
    const tags = rules.flatMap(({ slug, predicate }) =>
      matches(predicate, columns) ? (bySlug.get(slug) ?? []) : [],
    )
    const { ip } = session.source
    seen.set(ip, [...(seen.get(ip) ?? []), { session, tags }])
  }
  return seen
}

const recorded = ipRegistry.fields.flatMap(({ name, columns }) =>
  columns.map((column) => ({ name, column: column.name })),
)

/** Per column: addresses whose document says something else, and how many say anything. */
async function compare(seen: ReadonlyMap<string, readonly Seen[]>) {
  const found = new Map(recorded.map(({ column }) => [column, { wrong: [] as string[], said: 0 }]))
  const ips = [...seen.keys()]
  for (let at = 0; at < ips.length; at += 1000)
    for (const document of await getDocuments(analytics, ips.slice(at, at + 1000)))
      for (const { column } of recorded) {
        const [is, should] = [held(document, column), meanings[column]?.(seen.get(document.ip) ?? [])]
        const tally = found.get(column)
        if (!tally || is === undefined) continue
        if (JSON.stringify(is) !== JSON.stringify(should))
          tally.wrong.push(
            `${document.ip}: ${JSON.stringify(is).slice(0, 200)}, not ${JSON.stringify(should)?.slice(0, 200)}`,
          )
        if (
          ![undefined, null, false, '', 0, 'unknown', '[]'].includes(
            Array.isArray(is) ? String(is) || '[]' : (is as string),
          )
        )
          tally.said += 1
      }
  return found
}

const matching = async (query: string): Promise<string[]> => {
  const { predicate } = understand(query, { catalogue: 'ip', now, windowDays: 90 })
  return (await pageDocuments(analytics, predicate, { size: 10_000 })).map(({ ip }) => ip)
}

test('every recorded field has a meaning to compare with', () => {
  expect(recorded.map(({ column }) => column).filter((column) => !(column in meanings))).toEqual([])
})

describe('three days of the demo, packet by packet', async () => {
  const sessions: Session[] = []
  for (const { sensor, midnight, bytes } of demoCaptures(now)) {
    if (midnight < now - 3.5 * dayMs) continue
    const content = async function* () {
      yield* bytes()
    }
    sessions.push(...(await sessionsOf(content, { origin: 'demo', sensor, shiftMs: 0 })))
  }
  const seen = await store(sessions)
  const found = await compare(seen)

  test.each(recorded)('$name is what its entry says', ({ column }) => {
    expect(found.get(column)?.wrong.slice(0, 3)).toEqual([])
  })

  test('most fields say something of somebody there', () => {
    expect(seen.size).toBeGreaterThan(100)
    const silent = recorded.filter(({ column }) => found.get(column)?.said === 0).map(({ name }) => name)
    expect(silent.length, silent.join(', ')).toBeLessThan(12)
    for (const name of [
      'bot',
      'vpn_service',
      'last_seen_malicious',
      'metadata.single_destination',
      'last_seen_benign',
    ])
      expect(silent).not.toContain(name)
  })

  test.each([
    ['bot:true', 'bot', true],
    ['single_destination:true', 'single_destination', true],
    ['vpn:true', 'vpn', true],
    ['spoofable:true', 'spoofable', true],
    ['tor:true', 'tor', true],
  ])('%s finds just those', async (query, column, value) => {
    const expected = [...seen].filter(([, own]) => meanings[column]?.(own) === value).map(([ip]) => ip)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(seen.size)
    expect((await matching(query)).filter((ip) => seen.has(ip)).sort()).toEqual(expected.sort())
  })

  test('interesting finds who is new, real and up to something', async () => {
    const expected = [...seen].flatMap(([ip, own]) =>
      ['malicious', 'suspicious'].includes(String(meanings.classification?.(own))) &&
      meanings.spoofable?.(own) === false &&
      Date.parse(String(meanings.first_seen?.(own))) >= now - 7 * dayMs
        ? [ip]
        : [],
    )
    expect(expected.length).toBeGreaterThan(0)
    expect((await matching('interesting')).filter((ip) => seen.has(ip)).sort()).toEqual(expected.sort())
  })
})

const folder = resolve(import.meta.dirname, '../../../shared/data/pcap')
if (!existsSync(folder))
  console.log('extra suite: no ../shared/data/pcap here, fields are not tried on real captures')

describe.runIf(existsSync(folder))('captures of other projects', () => {
  test('say of every field of every source what its entry says', async () => {
    const sessions: Session[] = []
    for (const [place, file] of readdirSync(folder)
      .filter((name) => /\.(pcap|pcapng|cap)$/.test(name))
      .entries()) {
      const content = (): AsyncIterable<Uint8Array> => createReadStream(join(folder, file))
      const span = await captureSpan(content()).catch(() => null)
      if (!span?.lastPacket) continue
      const shiftMs = now - 60_000 - span.lastPacket
      sessions.push(
        ...(await sessionsOf(content, { origin: 'live', sensor: `sensor-${place % 7}`, shiftMs })),
      )
    }
    const seen = await store(sessions)
    const found = await compare(seen)
    const wrong = [...found].flatMap(([column, tally]) =>
      tally.wrong.slice(0, 3).map((text) => `${column}: ${text}`),
    )
    const silent = [...found].filter(([, { said }]) => said === 0).map(([column]) => column)
    console.log(`${sessions.length} sessions of ${seen.size} sources; nobody says ${silent.join(', ')}`)
    expect(seen.size).toBeGreaterThan(500)
    expect(wrong).toEqual([])
  })
})
