import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { matches } from '#gnql/match.ts'
import type { Session } from '#model/session.ts'
import { storeUnit } from '#pipeline/drain/store-unit.ts'
import { splitUnits } from '#pipeline/drain/units.ts'
import { nameOfRules } from '#pipeline/tag/compile.ts'
import type { RulesInForce } from '#pipeline/tag/in-force.ts'
import { ruleDocument } from '#pipeline/tag/reading.ts'
import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { analyzeRules } from '#pipeline/tag/analyze-rules.ts'
import type { TagCount } from '#model/tag.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { storeRules } from '#store/analytics/rebuild/rule-sets.ts'
import { staleDays, ownStaleDays, retagBy } from '#store/analytics/rebuild/stale-days.ts'
import { openTestAnalytics, removeRows, type TestAnalytics } from '#store/analytics/testing.ts'
import { get, post, syn, tcp, udp } from '#tags/proof/sketch.ts'
import { cases } from '#tests/cases.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { openRetagging } from './retagging.ts'

/** A process that dies: before its n-th statement that changes something it throws, and whatever it had sent stays done. */
let left = Infinity
const dying = ({ sql }: { sql: string }): void => {
  if (!/^\s*(SELECT|WITH)\b/.test(sql) && --left < 0) throw new Error('killed')
}

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ onStatement: dying })
})
afterAll(() => analytics.close())

interface Rule {
  slug: string
  rule: string
  count?: TagCount
}

const term = fc.constantFrom(
  'destination.port:22',
  'destination.port:<1000',
  'http.path:"/a*"',
  'http.path:"*/.env"',
  'http.useragent:"*curl*"',
  'payload.source:"*login*"',
  'transport:udp',
  'direction:backscatter',
  '-http.method:POST',
)
const text = fc.oneof(
  term,
  fc.tuple(term, term).map(([one, other]) => `(${one} OR ${other})`),
  fc.tuple(term, term).map(([one, other]) => `${one} ${other}`),
)
const count = fc.record<TagCount>({
  of: fc.constantFrom('sessions', 'destinations'),
  atLeast: fc.constantFrom(2, 3),
  within: fc.constant(3600),
})
const ruleOf = (slug: string, isTimed: boolean): fc.Arbitrary<Rule | null> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: text.map((rule): Rule => ({ slug, rule })) },
    ...(isTimed
      ? [
          {
            weight: 1,
            arbitrary: fc.tuple(text, count).map(([rule, of]): Rule => ({ slug, rule, count: of })),
          },
        ]
      : []),
  )

/** Three versions of a few rules; most stay what they are from one to the next. */
const versionsOf = (slugs: readonly string[], isTimed: boolean): fc.Arbitrary<Rule[][]> =>
  fc
    .tuple(
      ...slugs.map((slug) =>
        fc.record({
          drawn: fc.tuple(ruleOf(slug, isTimed), ruleOf(slug, isTimed), ruleOf(slug, isTimed)),
          changes: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
        }),
      ),
    )
    .map((rules) =>
      [0, 1, 2].map((version) =>
        rules.flatMap(({ drawn, changes }) => {
          let at = 0
          for (let step = 1; step <= version; step++) if (changes[step - 1] === 0) at = step
          return drawn[at] ?? []
        }),
      ),
    )

const workspaces = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const
const now = Date.UTC(2026, 2, 15, 12)
const templates = [
  get('/a'),
  get('/x/.env', { agent: 'curl/8' }),
  post('/login', 'login=1'),
  tcp(2323, 'login'),
  tcp(22, 'SSH-2.0-x'),
  syn(22),
  udp(53, 'x'),
  { ...udp(161, 'x'), direction: 'backscatter' } as const,
]
let made = 0
const session = fc
  .record({
    like: fc.constantFrom(...templates),
    day: fc.nat({ max: 2 }),
    minute: fc.nat({ max: 90 }),
    from: fc.integer({ min: 1, max: 3 }),
    to: fc.integer({ min: 1, max: 3 }),
    workspace: fc.constantFrom(...workspaces),
    published: fc.boolean(),
    origin: fc.constantFrom('live', 'live', 'demo'),
  })
  .map(({ like, day, minute, from, to, ...rest }): Session => {
    const firstPacket = now - 11 * 3_600_000 - day * 86_400_000 - minute * 60_000
    return {
      ...like,
      ...(rest as Pick<Session, 'workspace' | 'published' | 'origin'>),
      id: (++made).toString(16).padStart(32, '0'),
      firstPacket,
      lastPacket: firstPacket,
      source: { ...like.source, ip: `198.51.100.${from}` },
      destination: { ...like.destination, ip: `192.0.2.${to}` },
    }
  })

type Step =
  | { kind: 'store'; version: number; sessions: Session[] }
  /** The job runs, and dies before its n-th change. */
  | { kind: 'settle'; version: number; changes: number }
const version = fc.constantFrom(0, 0, 1, 1, 2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      version,
      sessions: fc.array(session, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      version,
      changes: fc.oneof(fc.constant(Infinity), fc.nat({ max: 30 })),
    }),
  },
)

const carried = defineQuery({
  name: 'tags and custom tags of sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()), custom_tags: z.array(z.string()) }),
  sql: 'SELECT id, tags, custom_tags FROM {db}.sessions ORDER BY id',
})

const plainly = (rules: readonly Rule[], of: Session): string[] =>
  analyzeRules(rules.filter(({ count }) => !count))
    .filter(({ predicate }) => matches(predicate, ruleDocument(of)))
    .map(({ slug }) => slug)
    .toSorted()

let clock = now
const options = { retentionDays: 90, clock: () => (clock += 60_000), log: pino({ level: 'silent' }) }
/** Runs the job until nothing is due. @returns how many days it retagged */
async function retagStale(rules: RulesInForce): Promise<number> {
  const { job, status } = openRetagging({
    ...options,
    clock: () => now,
    analytics,
    rules,
    onRetagged: () => undefined,
  })
  const { signal } = new AbortController()
  // What sessions keep coming for waits half a minute, which here nobody has: another job has not looked yet.
  await job.run(signal)
  return status().retagged
}

const retagAllStale = async (rules: RulesInForce): Promise<number> => {
  let days = 0
  for (let rounds = 0; rounds < 100; rounds++) {
    days += await retagStale(rules)
    if ((await stillDue(rules)) === 0) return days
  }
  throw new Error('It never ends.')
}

async function stillDue(rules: RulesInForce): Promise<number> {
  const own = new Map([...(await rules.own())].map(([workspace, { name }]) => [workspace, name]))
  const { due } = await staleDays(analytics, rules.product.name)
  return due.length + (await ownStaleDays(analytics, { own, none: rules.none })).length
}

let stored = 0
let [skipped, retagged, given] = [0, 0, 0]

test('what a change of rules cannot touch is left alone, and all else ends as if every day had been retagged', async () => {
  await fc.assert(
    fc.asyncProperty(
      versionsOf(['p1', 'p2', 'p3', 'p4'], true),
      fc.tuple(versionsOf(['w1', 'w2'], false), versionsOf(['w1', 'w2'], false)),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.array(session, { minLength: 4, maxLength: 12 }),
      async (products, owns, steps, first) => {
        await removeRows(analytics)
        const inForce = [0, 1, 2].map((version): RulesInForce => {
          const own = new Map(
            workspaces.flatMap((workspace, at) => {
              const rules = owns[at]?.[version] ?? []
              return rules.length > 0 ? [[workspace, compileRuleSet(rules, workspace)] as const] : []
            }),
          )
          return {
            product: compileRuleSet(products[version] ?? []),
            none: nameOfRules([]),
            own: async (some) => new Map([...own].filter(([workspace]) => !some || some.includes(workspace))),
          }
        })
        const byVersion = async (version: number): Promise<RulesInForce> => {
          const rules = inForce[version]
          if (!rules) throw new Error('There are three versions.')
          for (const set of [rules.product, ...(await rules.own()).values()]) await storeRules(analytics, set)
          return rules
        }
        const sessions: Session[] = []
        const store = async (version: number, some: readonly Session[]): Promise<void> => {
          const rules = await byVersion(version)
          const storing = { ...options, analytics, rules, onStored: () => undefined }
          for (const unit of splitUnits(`unit-${++stored}`, rowsOfSessions(some)).units)
            await storeUnit(storing, unit, false)
          sessions.push(...some)
        }
        await store(0, first)
        await retagAllStale(await byVersion(0))
        for (const { version, ...step } of steps) {
          if (step.kind === 'store') {
            await store(version, step.sessions)
            continue
          }
          const rules = await byVersion(version)
          left = step.changes
          await retagAllStale(rules).catch((error: unknown) => {
            if (!(error instanceof Error && error.message === 'killed')) throw error
          })
          left = Infinity
        }
        const last = await byVersion(2)
        const due = await stillDue(last)
        const anew = await retagAllStale(last)
        retagged += anew
        skipped += due - anew
        const found = await analytics.app.run(carried, {})
        // Rules over single sessions by the plain matcher.
        const timed = new Set((products[2] ?? []).flatMap(({ slug, count }) => (count ? [slug] : [])))
        const byId = new Map(found.map((row) => [row.id, row]))
        for (const one of sessions) {
          const { tags = [], custom_tags: custom = [] } = byId.get(one.id) ?? {}
          expect(tags.filter((slug) => !timed.has(slug)).toSorted()).toEqual(plainly(products[2] ?? [], one))
          const own = owns[workspaces.indexOf(one.workspace as (typeof workspaces)[number])]?.[2] ?? []
          expect(custom.toSorted()).toEqual(plainly(own, one))
          given += tags.length + custom.length
        }
        // Those over time by tagging every day anew.
        for (const day of (await staleDays(analytics, 'no set is called so')).due)
          await retagBy(analytics, day, last.product)
        expect(await analytics.app.run(carried, {})).toEqual(found)
      },
    ),
    { numRuns: cases(3, 40), endOnFailure: true, seed: 20_261_122 },
  )
  expect(skipped).toBeGreaterThan(0)
  expect(retagged).toBeGreaterThan(0)
  expect(given).toBeGreaterThan(0)
}, 600_000)
