import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { registries } from '#gnql/registry/registries.ts'
import { queries } from '#gnql/testing/generate.ts'
import { analyze } from '#gnql/analyze.ts'
import { decodedViews } from '#methods/decoding/request.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { proofs } from '#tags/proof/all.ts'
import { throughSpool } from '#pipeline/spool/testing.ts'
import { compileTagging } from './compile.ts'
import { buildTagger } from './intake/tagger.ts'
import { analyzeRules } from './analyze-rules.ts'
import { disjunctsOf } from './dnf.ts'
import { numbered, storeUntagged, tagsByEngine, tagsPlainly } from './testing.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

/** Texts cut from what the sessions hold, with wildcards in odd places: most random queries match nothing. */
const texts = proofs
  .flatMap(({ fires }) => fires)
  .flatMap((session) => [
    ...(session.http?.requests.map(({ uri }) => ['http.uri', uri] as const) ?? []),
    ...(session.http?.requests.map(({ bodyStart }) => ['http.body', bodyStart] as const) ?? []),
    ...decodedViews(session).uris.map((uri) => ['http.uri', uri] as const),
    ...decodedViews(session).bodies.map((body) => ['http.body', body] as const),
    ...decodedViews(session).headers.map(
      (line) => ['http.useragent', line.slice(line.indexOf(': ') + 2)] as const,
    ),
    ...(session.telnet?.lines.map((line) => ['telnet.line', line] as const) ?? []),
    ['payload.source', Buffer.from(session.sourcePayload).toString('latin1')] as const,
  ])
  .filter(([, text]) => text.length > 6)

const quoted = (text: string): string => text.replaceAll(/[\\*?"]/g, String.raw`\$&`)

const term = fc
  .record({
    of: fc.constantFrom(...texts),
    from: fc.nat({ max: 30 }),
    length: fc.integer({ min: 2, max: 12 }),
    gap: fc.nat({ max: 6 }),
    ends: fc.constantFrom('**', '* ', ' *', '  '),
    one: fc.boolean(),
  })
  .map(({ of: [field, text], from, length, gap, ends, one }) => {
    const start = ends[0] === '*' ? Math.min(from, text.length - 3) : 0
    const first = text.slice(start, start + length)
    const second = text.slice(
      start + length + gap,
      ends[1] === '*' ? start + length + gap + length : undefined,
    )
    const between = one && gap === 1 ? '?' : '*'
    return `${field}:"${ends[0] === '*' ? '*' : ''}${quoted(first)}${between}${quoted(second)}${ends[1] === '*' ? '*' : ''}"`
  })

const rule = fc.oneof(
  { weight: 2, arbitrary: queries(registries.session, 0) },
  { weight: 1, arbitrary: term },
  {
    weight: 3,
    arbitrary: fc.array(term, { minLength: 2, maxLength: 4 }).map((terms) => `(${terms.join(' OR ')})`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        term,
        term,
        fc.constantFrom(
          'http.method:POST',
          'destination.port:80',
          'transport:tcp',
          '-http.method:GET',
          'ttl:<64',
        ),
      )
      .map(([one, other, rest]) => `(${one} OR ${other}) ${rest}`),
  },
  { weight: 2, arbitrary: fc.tuple(term, term, term).map(([a, b, c]) => `(${a} ${b}) OR (${c} -${a})`) },
)

test('the engine’s search and the tagger give every session exactly the rules that the plain matcher gives', async () => {
  const drawn = fc
    .sample(rule, { numRuns: 400, seed: 20_260_315 })
    .filter((text) => {
      const { ok, predicate } = analyze(text, { catalogue: 'session', now: 0, windowDays: 0 })
      // A rule cannot ask for tags: they are what the rules make.
      return ok && !JSON.stringify(predicate).includes('"name":"tags"')
    })
    .map((text, index) => ({ slug: `drawn-${index}`, rule: text }))
  const rules = analyzeRules(drawn)
  const sessions = numbered(
    proofs.flatMap(({ fires, spares }) => [...fires, ...spares]).filter(({ origin }) => origin === 'live'),
  )
  await storeUntagged(analytics, sessions)
  const engine = await tagsByEngine(analytics, compileTagging(drawn))
  const onTheirWay = await (await buildTagger(rules)).tag(await throughSpool(sessions))
  let given = 0
  const differing = sessions.flatMap((session, index) => {
    const plainly = new Set(tagsPlainly(rules, session))
    given += plainly.size
    return [engine.get(session.id), onTheirWay[index]].flatMap((others) =>
      [...plainly.symmetricDifference(new Set(others))].map(
        (slug) => drawn.find((one) => one.slug === slug)?.rule,
      ),
    )
  })
  expect([...new Set(differing)]).toEqual([])
  expect(given).toBeGreaterThan(500)
  expect(rules.filter(({ predicate }) => disjunctsOf(predicate)).length).toBeGreaterThan(150)
})

test('what the engine goes through to read all rules is less than before they read decoded views', async () => {
  const { sql, params } = compileTagging(loadTags())
  const functions = async (passes: 0 | 1): Promise<number> => {
    const tree = defineQuery({
      name: 'the tree of the tagging statement',
      params: z.record(z.string(), z.unknown()),
      row: z.object({ explain: z.string() }),
      sql: `EXPLAIN QUERY TREE run_passes = ${passes} SELECT ${sql} FROM {db}.sessions`,
    })
    const lines = await analytics.app.run(tree, params)
    return lines.filter(({ explain }) => /^\s*FUNCTION /.test(explain)).length
  }
  const gone = await functions(1)
  // 1,071 rules were 4,667 calls on 22 November 2026; what a rule adds may not be multiplied by where it is called.
  expect(gone).toBeLessThan(4667)
  expect(gone).toBeLessThan(2 * (await functions(0)))
})
