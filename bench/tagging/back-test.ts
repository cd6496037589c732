import { createReadStream, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { demoCaptures } from '#demo/captures.ts'
import type { Conversation, Origin, Session } from '#model/session.ts'
import type { Tag } from '#model/tag.ts'
import { dissect } from '#packet/dissect.ts'
import { openEnricher } from '#pipeline/enrich/open.ts'
import { insertUnit } from '#pipeline/drain/insert-unit.ts'
import { splitUnits } from '#pipeline/drain/units.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { analyzeRules } from '#pipeline/tag/analyze-rules.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { staleDays, retagIfTouched } from '#store/analytics/rebuild/stale-days.ts'
import { loadTags } from '#tags/load.ts'
import { extraData } from '#tests/extra-data.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { judgeLabelled } from './labelled.ts'

/**
 * What the rules say of real captures and of the simulated month, by family of tags, and how they do on labelled
 * requests. Needs extra data (tests/extra-data.ts):
 *
 *     node bench/tagging/back-test.ts --data FOLDER
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } })
const data = extraData('.', values.data)
const now = Date.UTC(2026, 2, 16)
const tags = loadTags()

const isLogin = /login|brute|credential/
const isProtocol = /scanner|probe|query|client|node|amplification|check|ping|snmp|connection|-any-|burst/
const familyOf = ({ slug, category, intention, cves, actor, count: counted }: Tag): string => {
  if (actor !== undefined || category === 'actor' || category === 'search_engine') return 'actors'
  if (counted) return 'over time'
  if (/^cve-\d/.test(slug)) return 'exploits, generated'
  if (cves.length > 0) return 'exploits, by hand'
  if (category === 'worm') return 'worms'
  if (category === 'tool') return 'tools'
  if (isLogin.test(slug)) return 'logins'
  if (slug.endsWith('-claim') || slug.includes('crawler') || slug.startsWith('claims-')) return 'crawling'
  if (isProtocol.test(slug)) return 'protocols'
  return intention === 'malicious' ? 'attacks without a CVE' : 'other activity'
}

const dir = await mkdtemp(join(tmpdir(), 'noisefloor-bench-'))
const engine = await launchEngine({ dir: join(dir, 'engine'), log: silent, memory: 2 * 2 ** 30 })
const analytics = openAnalytics({ launched: engine })
const enricher = await openEnricher({
  folder: join(dir, 'sources'),
  log: silent,
})
const rules = compileRuleSet(tags)
let numbered = 0

const sessionOf = (conversation: Conversation, origin: Origin, sensor: string, shift: number): Session => ({
  ...conversation,
  id: (++numbered).toString(16).padStart(32, '0'),
  origin,
  sensor,
  vantage: 'sensor',
  workspace: '00000000-0000-0000-0000-000000000000',
  published: true,
  capture: '',
  firstPacket: conversation.firstPacket + shift,
  lastPacket: conversation.lastPacket + shift,
  sourceFacts: enricher.enrich(conversation.source.ip, origin),
  destinationFacts: enricher.enrich(conversation.destination.ip, origin),
})

const waiting = new Map<string, Session[]>()
const store = async (max: number): Promise<void> => {
  for (const [key, sessions] of waiting)
    if (sessions.length >= max) {
      waiting.delete(key)
      for (const unit of splitUnits(`${key}-${numbered}`, rowsOfSessions(sessions)).units)
        await insertUnit(analytics, unit, false, rules)
    }
}
const keep = async (sessions: readonly Session[]): Promise<void> => {
  for (const session of sessions) {
    const key = `${session.origin}-${Math.floor(session.firstPacket / 86_400_000)}`
    const mine = waiting.get(key)
    if (mine) mine.push(session)
    else waiting.set(key, [session])
  }
  await store(10_000)
}

/** Each capture begins at a minute of its own on one day, so that strangers do not count together. */
async function keepCaptures(): Promise<void> {
  const folder = join(data, 'pcap')
  const files = readdirSync(folder).filter((name) => /\.(pcap|pcapng|cap)(\.gz)?$/.test(name))
  for (const [index, file] of files.entries()) {
    let shift: number | undefined
    const mine: Session[] = []
    await dissect(createReadStream(join(folder, file)), (batch) => {
      for (const one of batch) {
        shift ??= now - 86_400_000 + index * 90_000 - one.firstPacket
        const session = sessionOf(one, 'live', `capture-${index % 3}`, shift)
        // What lasts for days in a capture would reach other days: these few stay out.
        if (Math.abs(session.firstPacket - (now - 86_400_000)) < 172_800_000) mine.push(session)
      }
    }).catch(() => undefined)
    await keep(mine)
  }
}

async function keepMonth(): Promise<void> {
  for (const { sensor, bytes } of demoCaptures(now)) {
    const mine: Session[] = []
    await dissect(Readable.from(bytes()), (batch) => {
      for (const one of batch) mine.push(sessionOf(one, 'demo', sensor, 0))
    })
    await keep(mine)
  }
}

const hits = defineQuery({
  name: 'sessions and addresses by tag',
  params: z.object({ origin: z.string(), vetted: z.array(z.string()) }),
  row: z.object({ tag: z.string(), sessions: count, addresses: count, benign: count }),
  sql: `SELECT arrayJoin(s.tags) AS tag, count() AS sessions, uniqExact(s.src_ip) AS addresses,
  countIf(s.src_ip IN (SELECT src_ip FROM {db}.sessions WHERE origin = {origin: String} AND hasAny(tags, {vetted: Array(String)}))) AS benign
FROM {db}.sessions AS s WHERE s.origin = {origin: String} GROUP BY tag ORDER BY tag`,
})
const total = defineQuery({
  name: 'sessions of an origin',
  params: z.object({ origin: z.string() }),
  row: z.object({ sessions: count, tagged: count }),
  sql: 'SELECT count() AS sessions, countIf(notEmpty(tags)) AS tagged FROM {db}.sessions WHERE origin = {origin: String}',
})

const bySlug = new Map(tags.map((tag) => [tag.slug, tag]))
const vetted = tags.filter(({ intention }) => intention === 'benign').map(({ slug }) => slug)

async function printHits(title: string, origin: Origin): Promise<void> {
  const [all] = await analytics.app.run(total, { origin })
  console.log(`\n${title}: ${all?.sessions} sessions, ${all?.tagged} with a tag`)
  console.log(
    '| family | tags hit | hits of sessions | malicious ones among them | hits on benign actors | malicious ones among those |',
  )
  console.log('|---|---:|---:|---:|---:|---:|')
  const families = new Map<
    string,
    { tags: number; hits: number; bad: number; benign: number; badBenign: number }
  >()
  for (const { tag: slug, sessions, benign } of await analytics.app.run(hits, { origin, vetted })) {
    const tag = bySlug.get(slug)
    if (!tag) continue
    const family = families.get(familyOf(tag)) ?? { tags: 0, hits: 0, bad: 0, benign: 0, badBenign: 0 }
    families.set(familyOf(tag), family)
    family.tags += 1
    family.hits += sessions
    family.benign += benign
    if (tag.intention === 'malicious') {
      family.bad += sessions
      family.badBenign += benign
    }
  }
  for (const [family, row] of [...families].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`| ${family} | ${row.tags} | ${row.hits} | ${row.bad} | ${row.benign} | ${row.badBenign} |`)
}

const share = (part: number, of: number): string =>
  of === 0 ? '–' : `${part} of ${of} (${((100 * part) / of).toFixed(0)} %)`

try {
  await migrate(analytics)
  await keepCaptures()
  await keepMonth()
  await store(1)
  for (const day of (await staleDays(analytics, rules.name)).due) await retagIfTouched(analytics, day, rules)
  await printHits('Real captures', 'live')
  await printHits('The simulated month', 'demo')
  console.log('\nLabelled requests')
  console.log(
    '| family | recall: exploits it names that got their CVE | precision: CVE tags that were right | look-alikes called malicious |',
  )
  console.log('|---|---:|---:|---:|')
  const single = analyzeRules(tags.filter(({ count: counted }) => !counted))
  const judged = judgeLabelled(join(data, 'tags/exploit-requests.ndjson'), { tags, rules: single, familyOf })
  for (const [family, row] of judged)
    console.log(
      `| ${family} | ${share(row.found, row.known)} | ${share(row.right, row.given)} | ${row.accused} |`,
    )
} finally {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
}
