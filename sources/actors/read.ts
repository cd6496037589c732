import { z } from 'zod'
import type { VettedActor } from '#store/analytics/evidence/actors.ts'
import { maxAgents } from '#store/analytics/evidence/derive.ts'
import { cellsOf, linesOf, textOf } from '../formats/lines.ts'
import { alternatives, domainsOf, isOwnAgent, isOwnDomain, isOwnRange } from './patterns.ts'
import { SourceRefused } from '../refused.ts'

export interface ReadActors {
  actors: VettedActor[]
  /** Patterns, names and ranges that could not be used or are not one organisation's, and actors that are not vetted as benign. */
  skipped: number
}

const word = z.string().max(300)
const known = z.array(
  z.looseObject({
    slug: word,
    name: word,
    category: word.default('scanner'),
    intention: word,
    rdns_suffixes: z.array(word).max(100).default([]),
    user_agent_patterns: z.array(word).max(100).default([]),
    reference: word.default(''),
  }),
)
const verified = z.array(
  z.looseObject({
    name: word,
    user_agent: word,
    rdns: z.array(word).max(100).optional(),
    ranges: z.array(word).max(100_000).optional(),
  }),
)

/** What lists call actors that our own list calls otherwise (sources/actors/vetted). */
const sameAs: Readonly<Record<string, string>> = {
  baidu: 'baiduspider',
  yandex: 'yandexbot',
  shodan: 'shodan-io',
  shadowserver: 'shadowserver-org',
  'palo-alto-cortex-xpanse': 'cortex-xpanse',
  driftnet: 'internet-measurement',
}

/** Agents that phones and chat programs send for their users when they show a link: no claim to be anybody. */
const sharedAgents = new Set(['facebookexternalhit', 'twitterbot', 'telegrambot', 'discordbot', 'pinterest'])

/**
 * A list of vetted actors in one of three shapes: actors with names and agents (JSON: slug, name, intention, rdns_suffixes,
 * user_agent_patterns), crawlers to verify (JSON: name, user_agent, rdns, ranges), or ranges (CSV: cidr and actor or bot).
 * @throws SourceRefused for what is none of them
 */
export function readActors(bytes: Uint8Array): ReadActors {
  const text = textOf(bytes)
  const found = /^\s*\[/.test(text) ? fromJson(text) : fromCsv(text)
  if (found.actors.length === 0) throw new SourceRefused('The list holds no vetted actor.')
  if (found.actors.reduce((sum, { agents }) => sum + agents.length, 0) > maxAgents)
    throw new SourceRefused(`A list may hold ${maxAgents} user agents.`)
  return found
}

const slugOf = (text: string): string => {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  // Of an object "constructor" is known as well.
  return (Object.hasOwn(sameAs, slug) ? sameAs[slug] : undefined) ?? slug
}

function fromJson(text: string): ReadActors {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new SourceRefused('The file begins like JSON and is none.')
  }
  const scanners = known.safeParse(json)
  if (scanners.success) return fromScanners(scanners.data)
  const crawlers = verified.safeParse(json)
  if (crawlers.success) return fromCrawlers(crawlers.data)
  throw new SourceRefused('The file is neither a list of actors nor one of crawlers.')
}

/** The agents in patterns, and how many patterns and agents are left out. A pattern may hold several. */
function agentsOf(patterns: readonly string[]): { agents: string[]; left: number } {
  const read = patterns.map(alternatives)
  const all = read.flatMap((words) => words ?? [])
  const agents = all.filter(isOwnAgent)
  return { agents, left: read.filter((words) => words === null).length + all.length - agents.length }
}

function fromScanners(rows: z.infer<typeof known>): ReadActors {
  const vetted = rows.filter(({ intention }) => intention === 'benign')
  let skipped = rows.length - vetted.length
  const actors = vetted.map((row): VettedActor => {
    const { agents, left } = agentsOf(row.user_agent_patterns)
    const names = row.rdns_suffixes.map((name) => name.toLowerCase()).filter(isOwnDomain)
    skipped += left + row.rdns_suffixes.length - names.length
    return {
      slug: slugOf(row.slug),
      name: row.name,
      category: row.category === 'search_engine' ? 'search_engine' : 'actor',
      reference: row.reference,
      names,
      agents,
      ranges: [],
      allRanges: false,
      allNames: false,
    }
  })
  return { actors, skipped }
}

function fromCrawlers(rows: z.infer<typeof verified>): ReadActors {
  let skipped = 0
  const actors = rows.map(({ name, user_agent, rdns = [], ranges = [] }): VettedActor => {
    const { agents, left } = agentsOf([user_agent])
    const names = rdns.flatMap((pattern) => domainsOf(pattern) ?? [])
    const sound = ranges.filter(isOwnRange)
    skipped += left + ranges.length - sound.length
    return {
      slug: slugOf(name),
      name,
      category: 'search_engine',
      reference: '',
      names,
      agents: agents.filter((agent) => !sharedAgents.has(agent.toLowerCase())),
      ranges: sound,
      // That is what such a list is for.
      allRanges: sound.length > 0,
      allNames: names.length > 0,
    }
  })
  return { actors, skipped }
}

function fromCsv(text: string): ReadActors {
  const lines = linesOf(text)
  const { value: first = '' } = lines.next() as { value?: string }
  const header = cellsOf(first).map((name) => name.toLowerCase())
  const [range, actor] = [
    header.indexOf('cidr'),
    header.findIndex((name) => name === 'actor' || name === 'bot'),
  ]
  if (range < 0 || actor < 0)
    throw new SourceRefused('A list of ranges has a header with cidr and actor, or cidr and bot.')
  const isCrawlers = header[actor] === 'bot'
  const ranges = new Map<string, string[]>()
  let skipped = 0
  for (const line of lines) {
    const cells = cellsOf(line)
    const [cidr = '', slug] = [cells[range], slugOf(cells[actor] ?? '')]
    if (!isOwnRange(cidr) || slug === '') skipped += 1
    else {
      const of = ranges.get(slug) ?? []
      of.push(cidr)
      ranges.set(slug, of)
    }
  }
  const actors = [...ranges].map(([slug, of]): VettedActor => ({
    slug,
    // Another list may know what it is called.
    name: '',
    category: isCrawlers ? 'search_engine' : 'actor',
    reference: '',
    names: [],
    agents: [],
    ranges: of,
    allRanges: false,
    allNames: false,
  }))
  return { actors, skipped }
}
