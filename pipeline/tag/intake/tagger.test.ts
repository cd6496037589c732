import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyze } from '#gnql/analyze.ts'
import { registries } from '#gnql/registry/registries.ts'
import { queries } from '#gnql/testing/generate.ts'
import type { Session } from '#model/session.ts'
import { exampleFacts, exampleHttp, exampleSession } from '#store/analytics/sessions/example.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { loadTags } from '#tags/load.ts'
import { othersServed } from '#tests/others-served.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { throughSpool } from '#pipeline/spool/testing.ts'
import { analyzeRules } from '../analyze-rules.ts'
import { compileTagging } from '../compile.ts'
import { numbered, storeUntagged, tagsByEngine, tagsPlainly } from '../testing.ts'
import { buildTagger } from './tagger.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

/** What readers of text disagree about: NUL, halves of pairs, beyond sixteen bits, letters that are lowered by context or to others. */
const odd = [
  '\0',
  'a\0b',
  '\uD83D',
  'x\uDE00y',
  '😀',
  'ab😀cd',
  'ΟΔΟΣ',
  'ΟΔΟΣΑ',
  'ſpan',
  'Kelvin',
  'İstanbul',
  'straẞe',
  'ÀÉ\u0308',
  '𐐀deseret',
  '\uFFFD',
  '%_\\',
  '\'quoted"',
  '\r\n',
  'ﬁn',
  '',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...odd), fc.constantFrom('admin', '/x', 'PhP', '=')), { maxLength: 4 })
  .map((parts) => parts.join(''))

const address = fc.constantFrom(
  '198.51.100.7',
  '0.0.0.0',
  '255.255.255.255',
  '2001:db8::1',
  '::',
  '::1',
  '::ffff:192.0.2.1',
  '::192.0.2.1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
)

const session: fc.Arbitrary<Session> = fc
  .record({
    from: address,
    texts: fc.array(text, { minLength: 6, maxLength: 6 }),
    lines: fc.array(text, { maxLength: 3 }),
    requests: fc.nat({ max: 2 }),
    port: fc.constantFrom(0, 22, 80, 65_535),
    direction: fc.constantFrom('request' as const, 'unknown' as const, 'backscatter' as const),
    udp: fc.boolean(),
    bytes: fc.uint8Array({ maxLength: 12 }),
  })
  .map(({ from, texts: [uri = '', agent = '', body = '', rdns = '', ssh = '', asn = ''], ...drawn }) =>
    exampleSession({
      from,
      port: drawn.port,
      direction: drawn.direction,
      sourcePayload: Uint8Array.from([...Buffer.from(uri, 'latin1'), ...drawn.bytes]),
      telnet: drawn.lines.length > 0 ? { lines: drawn.lines } : null,
      ssh: {
        clientVersion: ssh,
        serverVersion: '',
        hassh: '',
        hasshString: '',
        hasshServer: '',
        hasshServerString: '',
        clientKex: '',
        hostKey: '',
      },
      http:
        drawn.requests > 0
          ? exampleHttp(
              ...Array.from({ length: drawn.requests }, (_, at) => ({
                uri: at === 0 ? uri : body,
                path: uri,
                userAgent: agent,
                bodyStart: body,
              })),
            )
          : null,
      ...(drawn.udp && { transport: 'udp' as const, tcp: null, icmp: { type: 8, code: 0 } }),
      sourceFacts: { ...exampleFacts, rdns, asn, latitude: drawn.udp ? null : 1.5 },
    }),
  )

const quoted = (value: string): string => value.replaceAll(/[\\*?"]/g, String.raw`\$&`)
const field = fc.constantFrom(
  'http.uri',
  'http.useragent',
  'http.body',
  'payload.source',
  'ssh.version',
  'source.rdns',
)
const term = fc
  .tuple(
    fc.oneof(field, fc.constant('telnet.line')),
    text,
    fc.constantFrom('* *', '* ', ' *', ' '),
    fc.boolean(),
  )
  .map(([name, value, ends, one]) => {
    const [before = '', after = ''] = ends.split(' ')
    const middle =
      one && value.length > 2 ? `${quoted(value.slice(0, 1))}?${quoted(value.slice(2))}` : quoted(value)
    return `${name}:"${before}${middle}${after}"`
  })
const rule = fc.oneof(
  { weight: 4, arbitrary: term },
  { weight: 3, arbitrary: fc.tuple(term, term).map(([one, other]) => `${one} -(${other})`) },
  { weight: 3, arbitrary: fc.tuple(term, term, term).map(([a, b, c]) => `(${a} OR ${b}) ${c}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'source.ip:198.51.100.0/24',
      'source.ip:2001:db8::/32',
      'source.ip:0.0.0.0/0',
      'source.ip:::/0',
      '-source.ip:::ffff:192.0.2.0/120',
      'direction:backscatter',
      'direction:unknown transport:tcp',
      '-http.uri:*',
      'telnet.line:*',
      'icmp.type:8',
      '-icmp.type:8',
      'source.latitude:>1',
    ),
  },
  { weight: 4, arbitrary: queries(registries.session, Date.UTC(2026, 2, 16)) },
)

test('of texts and addresses that readers disagree about, tagger, plain matcher and engine say the same', async () => {
  const seed = 20_261_122
  const drawn = fc
    .sample(rule, { numRuns: 600, seed })
    .filter((query) => {
      const { ok, predicate } = analyze(query, { catalogue: 'session', now: 0, windowDays: 0 })
      return ok && !JSON.stringify(predicate).includes('"name":"tags"')
    })
    .map((query, index) => ({ slug: `odd-${String(index).padStart(3, '0')}`, rule: query }))
  const sessions = numbered(fc.sample(session, { numRuns: 600, seed }))
  await storeUntagged(analytics, sessions)
  const rules = analyzeRules(drawn)
  const engine = await tagsByEngine(analytics, compileTagging(drawn))
  const given = await (await buildTagger(rules)).tag(await throughSpool(sessions))
  const differing = sessions.flatMap((one, index) => {
    const plainly = tagsPlainly(rules, one)
    return [engine.get(one.id) ?? [], given[index] ?? []].flatMap((others, who) =>
      [...new Set(plainly).symmetricDifference(new Set(others))].map(
        (slug) => `${who === 0 ? 'engine' : 'tagger'}: ${drawn.find((known) => known.slug === slug)?.rule}`,
      ),
    )
  })
  expect([...new Set(differing)]).toEqual([])
  expect(drawn.length).toBeGreaterThan(300)
  expect(new Set(given.flat()).size).toBeGreaterThan(200)
})

test('without rules nothing is tagged, and of two rules of one name the slug is given once', async () => {
  const sessions = [exampleSession(), exampleSession({ port: 22 })]
  expect(await (await buildTagger([])).tag(rowsOfSessions(sessions))).toEqual([[], []])
  const twice = analyzeRules([
    { slug: 'b', rule: 'transport:tcp' },
    { slug: 'a', rule: 'destination.port:22' },
    { slug: 'b', rule: 'destination.port:>0' },
  ])
  expect(await (await buildTagger(twice)).tag(rowsOfSessions(sessions))).toEqual([['b'], ['a', 'b']])
})

test('units that are tagged at the same time do not mix', async () => {
  const tagger = await buildTagger(
    analyzeRules([
      { slug: 'admin', rule: 'http.uri:*admin*' },
      { slug: 'shop', rule: 'http.uri:*shop*' },
    ]),
  )
  // Every look at the clock says that the slice is over.
  let clock = 0
  const now = (): number => (clock += 100)
  const unit = (uri: string): Session[] =>
    Array.from({ length: 20 }, () => exampleSession({ http: exampleHttp({ uri, path: uri }) }))
  const [admins, shops] = await Promise.all([
    tagger.tag(rowsOfSessions(unit('/admin')), now),
    tagger.tag(rowsOfSessions(unit('/shop')), now),
  ])
  expect([new Set(admins.flat()), new Set(shops.flat())]).toEqual([new Set(['admin']), new Set(['shop'])])
})

test('others are served between sessions, and between the rules that one session may fulfil', async () => {
  const tagger = await buildTagger(analyzeRules(loadTags().filter(({ count }) => !count)))
  let clock = 0
  const texts = loadTags().flatMap(({ rule }) =>
    [...rule.matchAll(/http\.uri:"([^"]+)"/g)].flatMap(([, pattern = '']) => pattern.split('*')),
  )
  const uri = [...new Set(texts)].slice(0, 60).join('')
  const requests = Array.from({ length: 40 }, () => ({ uri, path: uri }))
  const session = exampleSession({ http: exampleHttp(...requests) })
  const { others } = await othersServed(() => tagger.tag(rowsOfSessions([session]), () => (clock += 20)))
  expect(others).toBeGreaterThan(20)
})
