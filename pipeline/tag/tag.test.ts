import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { matches } from '#gnql/match.ts'
import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { insertSessions } from '#store/analytics/sessions/insert.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { proofs } from '#tags/proof/all.ts'
import { request } from '#tags/proof/sketch.ts'
import { compileRulebook, compileTagging } from './compile.ts'
import { ruleDocument } from './reading.ts'
import { understandRules } from './understand.ts'

const tags = loadTags()
/** Rules over time have proofs of their own (counting.test.ts). */
const overOne = tags.filter(({ count }) => !count)
const rules = understandRules(overOne)
const bySlug = new Map(rules.map(({ slug, predicate }) => [slug, predicate]))

/** The plain reading: the slugs of all rules that hold, sorted. */
const taggedPlainly = (session: Session): string[] => {
  const document = ruleDocument(session)
  return rules
    .filter(({ predicate }) => matches(predicate, document))
    .map(({ slug }) => slug)
    .toSorted()
}

const drawn = proofs.flatMap(({ slug, fires, spares }) => [
  ...fires.map((session) => ({ slug, session, fires: true })),
  ...spares.map((session) => ({ slug, session, fires: false })),
])

describe('rules', () => {
  test('every rule has a session that fires it and one alike that does not', () => {
    for (const { slug } of overOne) {
      const mine = proofs.filter((proof) => proof.slug === slug)
      expect(mine.flatMap(({ fires }) => fires).length, slug).toBeGreaterThan(0)
      expect(mine.flatMap(({ spares }) => spares).length, slug).toBeGreaterThan(0)
    }
    for (const { slug } of proofs) expect(bySlug.has(slug), slug).toBe(true)
  })

  test('each drawn session gets the tag it must, and not the one it must not', () => {
    const wrong = drawn.filter(({ slug, session, fires }) => {
      const predicate = bySlug.get(slug)
      return predicate && matches(predicate, ruleDocument(session)) !== fires
    })
    expect(wrong.map(({ slug, fires }) => `${slug} ${fires ? 'does not fire' : 'fires'}`)).toEqual([])
  })

  test('a plain connection gets no tag that says anything bad', () => {
    const suspicious = new Set(
      tags.filter(({ intention }) => intention !== 'unknown').map(({ slug }) => slug),
    )
    for (const session of [
      request('GET', '/'),
      request('GET', '/index.html?page=2'),
      request('POST', '/login', 'user=x'),
    ])
      expect(taggedPlainly(session).filter((slug) => suspicious.has(slug))).toEqual([])
  })

  test('a rule that cannot be understood is named', () => {
    expect(() => compileTagging([{ slug: 'broken', rule: 'no.such.field:1' }])).toThrow(/"broken"/)
  })
})

const tagsOf = defineQuery({
  name: 'tags of drawn sessions',
  params: z.object({}),
  row: z.object({ id: z.string(), tags: z.array(z.string()) }),
  sql: 'SELECT id, tags FROM {db}.sessions',
})

describe('in the engine', () => {
  let analytics: Analytics
  beforeAll(async () => {
    analytics = await openTestAnalytics()
  })
  afterAll(() => analytics.close())

  test('every drawn session gets exactly the tags of the plain reading, in a large unit and in small ones', async () => {
    const numbered = drawn.map(({ session }, index) => ({
      ...session,
      id: index.toString(16).padStart(32, '0'),
    }))
    const { all, forUnit } = compileRulebook(tags)
    for (const origin of ['live', 'demo'] as const) {
      const sessions = numbered.filter((session) => session.origin === origin)
      const half = sessions.length >> 1
      await insertSessions(analytics, {
        sessions: sessions.slice(half),
        token: `drawn-${origin}`,
        tagging: all,
      })
      for (let at = 0; at < half; at += 40) {
        const unit = sessions.slice(at, Math.min(at + 40, half))
        await insertSessions(analytics, {
          sessions: unit,
          token: `drawn-${origin}-${at}`,
          tagging: forUnit(unit),
        })
      }
    }
    const stored = new Map((await analytics.app.run(tagsOf, {})).map((row) => [row.id, row.tags]))
    expect(stored.size).toBe(numbered.length)
    const differing = numbered.flatMap((session, index) => {
      const [engine, plainly] = [stored.get(session.id)?.toSorted() ?? [], taggedPlainly(session)]
      return engine.join() === plainly.join() ? [] : [{ slug: drawn[index]?.slug, engine, plainly }]
    })
    expect(differing).toEqual([])
  })
})
