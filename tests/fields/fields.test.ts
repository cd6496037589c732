import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { demoCaptures } from '#demo/captures.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { understand } from '#gnql/understand.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Origin, Session } from '#model/session.ts'
import { dissect } from '#packet/dissect.ts'
import { captureSpan } from '#packet/span.ts'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { compileCounting, compileTagging, nameOfRules } from '#pipeline/tag/compile.ts'
import { writeCatalogue } from '#store/analytics/catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { standOwnList } from '#services/sources/own.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import { keepAnswers, type ReverseAnswer } from '#store/analytics/rdns/answers.ts'
import { dueDays, settleDay } from '#store/analytics/rebuild/settle.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { carried, held, meanings, type Seen } from './meanings.ts'
import { answersFor } from './answers.ts'
import { tagged } from './tagged.ts'

/** Each field of an address means what its entry in the registry says, on captures from packet to document. */

const now = Date.UTC(2026, 10, 20, 12)
const dayMs = 86_400_000
const catalogue = loadTags()
const cacheDir = await mkdtemp(join(tmpdir(), 'fields-'))
const enricher = await openEnricher({ folder: cacheDir, log: { info() {}, warn() {} } })
const analytics = await openTestAnalytics()
await writeCatalogue(analytics, catalogue)
await standOwnList(analytics)
const tagging = compileTagging(catalogue)
const rulesToSettle = { name: nameOfRules(catalogue), tagging, counting: compileCounting(catalogue) }
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

/** Goes the way of the product: sessions in, days settled, documents made. Gives what is known of each address. */
async function store(
  sessions: readonly Session[],
  answers: readonly ReverseAnswer[] = [],
): Promise<Map<string, Known>> {
  const days = Map.groupBy(
    sessions,
    ({ firstPacket, origin }) => `${origin} ${Math.floor(firstPacket / dayMs)}`,
  )
  for (const [key, unit] of days)
    await insertSessions(analytics, { sessions: unit, token: `${key} ${made}`, tagging })
  await refreshDocuments(analytics, { now, resolving: true })
  await keepAnswers(analytics, answers)
  for (const day of (await dueDays(analytics, rulesToSettle.name)).due)
    await settleDay(analytics, day, rulesToSettle)
  await refreshDocuments(analytics, { now, resolving: true })
  const answerOf = new Map(answers.map((answer) => [answer.ip, answer]))
  return new Map(
    [...Map.groupBy(sessions, ({ source }) => source.ip)].map(([ip, own]) => [
      ip,
      { seen: tagged(own), answer: answerOf.get(ip) },
    ]),
  )
}

/** One source that asks a hundred hosts, ports, sensors and paths within two minutes, as nobody in the demo does. */
function sweepLike(session: Session | undefined): Session[] {
  if (!session) throw new Error('Nobody in the demo speaks HTTP.')
  const { source, destination, http } = session
  return Array.from({ length: 100 }, (_, at) => ({
    ...session,
    id: (++made).toString(16).padStart(32, '0'),
    firstPacket: session.firstPacket + 1200 * at,
    lastPacket: session.lastPacket + 1200 * at,
    source: { ...source, ip: '198.18.254.254' },
    sourceFacts: enricher.enrich('198.18.254.254', 'demo'),
    destination: { ...destination, ip: `203.0.113.${at}`, port: 8000 + at },
    destinationFacts: enricher.enrich(`203.0.113.${at}`, 'demo'),
    sensor: `sweep-${at}`,
    http: http && {
      ...http,
      requests: http.requests.map((request) => ({ ...request, path: `/${at}`, userAgent: `agent ${at}` })),
    },
  }))
}

const recorded = ipRegistry.fields.flatMap(({ name, columns }) =>
  columns.map((column) => ({ name, column: column.name })),
)

/** What a document holds besides the registry's fields: of each tag the sessions that carried it, and when. */
const tagDetails = ({ tags, tag_sessions, tag_first, tag_last }: IpDocument): unknown =>
  Object.fromEntries(
    tags.map((slug, at) => [slug, { sessions: tag_sessions[at], first: tag_first[at], last: tag_last[at] }]),
  )

/** Per column: addresses whose document says something else, and how many say anything. */
async function compare(known: ReadonlyMap<string, Known>) {
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
const overTime = (known: ReadonlyMap<string, Known>): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const [ip, { seen }] of known)
    for (const { slug, count } of seen.flatMap(({ tags }) => tags))
      if (count) found.set(slug, (found.get(slug) ?? new Set()).add(ip))
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
  sessions.push(...sweepLike(sessions.find(({ http }) => (http?.requests.length ?? 0) > 0)))
  const known = await store(sessions)
  const { found, wrongTags } = await compare(known)

  test.each(recorded)('$name is what its entry says', ({ column }) => {
    expect(found.get(column)?.wrong.slice(0, 3)).toEqual([])
  })

  test('each tag says how many sessions carried it, and when', () => {
    expect(wrongTags.slice(0, 3)).toEqual([])
  })

  test('tags over time are among them, and not everybody carries one', () => {
    const carrying = overTime(known)
    expect(carrying.size).toBeGreaterThanOrEqual(5)
    for (const [slug, ips] of carrying) expect(ips.size, slug).toBeLessThan(known.size / 2)
  })

  test('most fields say something of somebody there', () => {
    expect(known.size).toBeGreaterThan(100)
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
    const expected = [...known].filter(([, { seen }]) => meanings[column]?.(seen) === value).map(([ip]) => ip)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(known.size)
    expect((await matching(query)).filter((ip) => known.has(ip)).sort()).toEqual(expected.sort())
  })

  test('interesting finds who is new, real and up to something', async () => {
    const expected = [...known].flatMap(([ip, { seen }]) =>
      ['malicious', 'suspicious'].includes(String(meanings.classification?.(seen))) &&
      meanings.spoofable?.(seen) === false &&
      Date.parse(String(meanings.first_seen?.(seen))) >= now - 7 * dayMs
        ? [ip]
        : [],
    )
    expect(expected.length).toBeGreaterThan(0)
    expect((await matching('interesting')).filter((ip) => known.has(ip)).sort()).toEqual(expected.sort())
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
    const known = await store(sessions, answersFor(new Set(sessions.map(({ source }) => source.ip)), now))
    const { found, wrongTags } = await compare(known)
    const wrong = [...found].flatMap(([column, tally]) =>
      tally.wrong.slice(0, 3).map((text) => `${column}: ${text}`),
    )
    const silent = [...found].filter(([, { said }]) => said === 0).map(([column]) => column)
    console.log(`${sessions.length} sessions of ${known.size} sources; nobody says ${silent.join(', ')}`)
    expect(known.size).toBeGreaterThan(500)
    expect(overTime(known).size).toBeGreaterThanOrEqual(5)
    expect(overTime(known).size).toBeGreaterThanOrEqual(5)
    expect(wrongTags.slice(0, 3)).toEqual([])
    expect(wrong).toEqual([])
  })
})
