import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matches } from '#gnql/match.ts'
import { sessionRegistry } from '#gnql/registry/sessions.ts'
import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { encodedProofOf } from '#tags/generate/draw.ts'
import { loadExploits } from '#tags/generate/exploits.ts'
import { handTags, loadTags } from '#tags/load.ts'
import { besideRules, proofs, proofsOverTime } from '#tags/proof/all.ts'
import { evasionProofs } from '#tags/proof/evasions/all.ts'
import { answeredOnly, mirrored, silent, unproven } from '#tags/proof/mirror.ts'
import { get, post, type Proof, request, ssh, tcp, telnet, udp } from '#tags/proof/sketch.ts'
import { throughSpool } from '#pipeline/spool/testing.ts'
import { compileTagging } from './compile.ts'
import { buildTagger } from './intake/tagger.ts'
import { ruleDocument } from './reading.ts'
import { analyzeRules } from './analyze-rules.ts'
import { numbered, storeUntagged, tagsByEngine, tagsPlainly } from './testing.ts'

const tags = loadTags()
/** Rules over time have proofs of their own (counting.test.ts). */
const overOne = tags.filter(({ count }) => !count)
const rules = analyzeRules(overOne)
const bySlug = new Map(rules.map(({ slug, predicate }) => [slug, predicate]))

const taggedPlainly = (session: Session): string[] => tagsPlainly(rules, session)

/** Every request that a fact tells of, percent-encoded as a whole, once and twice. */
const encoded = loadExploits().map(encodedProofOf)

const sessionsOf = (some: readonly Proof[]) =>
  some.flatMap(({ slug, fires, spares }) => [
    ...fires.map((session) => ({ slug, session, fires: true })),
    ...spares.map((session) => ({ slug, session, fires: false })),
  ])
const drawn = sessionsOf(proofs)
const disguised = sessionsOf(encoded)

describe('rules', () => {
  test('every rule has a session that fires it and one alike that does not', () => {
    for (const { slug } of overOne) {
      const mine = proofs.filter((proof) => proof.slug === slug)
      expect(mine.flatMap(({ fires }) => fires).length, slug).toBeGreaterThan(0)
      expect(mine.flatMap(({ spares }) => spares).length, slug).toBeGreaterThan(0)
    }
    for (const { slug } of proofs) expect(bySlug.has(slug), slug).toBe(true)
  })

  test('the proof of every rule by hand lies beside it, and proves that rule alone', () => {
    const byHand = handTags().map(({ category, slug }) => `${category}/${slug}`)
    expect([...besideRules.keys()].toSorted()).toEqual(byHand.toSorted())
    for (const [place, beside] of besideRules) {
      const proved = [...(beside.proofs ?? []), ...(beside.proofsOverTime ?? [])].map(({ slug }) => slug)
      expect([...new Set(proved)], place).toEqual([place.split('/')[1]])
    }
  })

  const wrongOf = (some: typeof drawn): string[] =>
    some
      .filter(({ slug, session, fires }) => {
        const predicate = bySlug.get(slug)
        return predicate && matches(predicate, ruleDocument(session)) !== fires
      })
      .map(({ slug, fires }) => `${slug} ${fires ? 'does not fire' : 'fires'}`)

  test('each drawn session gets the tag it must, and not the one it must not', () => {
    expect(wrongOf(drawn)).toEqual([])
  })

  test('each generated rule fires for the very requests of its facts however they are percent-encoded, once or twice', () => {
    const generated = tags.filter(({ slug }) => /^cve-\d/.test(slug)).map(({ slug }) => slug)
    expect(encoded.map(({ slug }) => slug).toSorted()).toEqual(generated)
    for (const { slug, fires } of encoded) expect(fires.length, slug).toBeGreaterThanOrEqual(2)
    expect(wrongOf(disguised)).toEqual([])
  })

  test('disguises are proved by hand for many rules, in every place a request has', () => {
    expect(evasionProofs.length).toBeGreaterThanOrEqual(60)
    expect(new Set(evasionProofs.map(({ slug }) => slug)).size).toBeGreaterThanOrEqual(40)
    for (const { slug, fires, spares } of evasionProofs)
      expect(fires.length > 0 && spares.length > 0, slug).toBe(true)
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

describe('nobody gets a tag for what others sent', () => {
  const understood = new Map(analyzeRules(tags).map((rule) => [rule.slug, rule]))
  const firing = [...proofs, ...proofsOverTime].flatMap(({ slug, fires }) => {
    const rule = understood.get(slug)
    return rule ? fires.map((session) => ({ slug, rule, session })) : []
  })

  test('what a rule reads of the source, sent by the destination, does not fire it', () => {
    // Who opens a connection in some way opens it so whatever is said in it: such a rule fires in silence, too.
    const wrong = firing.filter(
      ({ rule: { predicate }, session }) =>
        matches(predicate, ruleDocument(mirrored(session))) &&
        !matches(predicate, ruleDocument(silent(session))),
    )
    expect([...new Set(wrong.map(({ slug }) => slug))]).toEqual([])
    expect(new Set(firing.map(({ slug }) => slug)).size).toBe(tags.length)
  })

  test('what a rule reads, sent as an answer to a question nobody saw, does not fire it', () => {
    const wrong = firing.filter(
      ({ rule, session }) =>
        !rule.ofBackscatter && matches(rule.predicate, ruleDocument(answeredOnly(session))),
    )
    expect([...new Set(wrong.map(({ slug }) => slug))]).toEqual([])
  })

  test('what a rule reads, caught in the middle of a stream nobody can tell the asker of, does not fire it', () => {
    const wrong = firing.filter(
      ({ rule, session }) =>
        session.tcp && !rule.ofBackscatter && matches(rule.predicate, ruleDocument(unproven(session))),
    )
    expect([...new Set(wrong.map(({ slug }) => slug))]).toEqual([])
  })

  test('in a network in use, ordinary logins and look-ups accuse nobody', () => {
    const accusing = new Set(
      tags
        .filter(({ intention }) => intention === 'malicious' || intention === 'suspicious')
        .map(({ slug }) => slug),
    )
    const ordinary = [
      tcp(25, 'EHLO a\r\nAUTH LOGIN\r\n'),
      tcp(587, 'EHLO a\r\nAUTH PLAIN AGEAYg==\r\n'),
      tcp(21, 'USER a\r\nPASS b\r\n'),
      tcp(110, 'USER a\r\nPASS b\r\n'),
      tcp(143, 'a LOGIN b c\r\n'),
      tcp(502, '\u0000\u0001\u0000\u0000\u0000\u0006\u0001\u0003'),
      tcp(5432, '\u0000\u0000\u0000\u0008\u0000\u0003\u0000\u0000user\u0000a'),
      udp(161, '0&\u0002\u0001\u0001\u0004\u0006public'),
      udp(5060, 'REGISTER sip:192.0.2.9 SIP/2.0\r\n'),
      udp(
        53,
        '\u0000\u0001\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0001a\u0000\u0000\u00ff\u0000\u0001',
      ),
      telnet('admin', 'secret', 'show version'),
      get('/manager/html', { authorization: 'Basic YWRtaW46YWRtaW4=' }),
      request('CONNECT', 'example.test:443'),
      post('/wp-login.php', 'log=a&pwd=b'),
      post('/ws/v1/cluster/apps/new-application', ''),
      post(
        '/ws/v1/cluster/apps',
        '{"am-container-spec":{"commands":{"command":"{{JAVA_HOME}}/bin/java A"}}}',
      ),
      // Scripts that log in by a library: backups, configuration tools.
      ssh('SSH-2.0-OpenSSH_9.6'),
      ssh('SSH-2.0-paramiko_3.4.0'),
      ssh('SSH-2.0-libssh_0.10.6'),
      ssh('SSH-2.0-Go'),
    ].map((session): Session => ({ ...session, vantage: 'network' }))
    for (const session of ordinary)
      expect([session.destination.port, taggedPlainly(session).filter((slug) => accusing.has(slug))]).toEqual(
        [session.destination.port, []],
      )
  })

  test('a rule that holds for sensors only says so; exploits and worms are what they are in a network, too', () => {
    const wrong = firing.filter(({ rule: { predicate, own }, session }) => {
      const network = matches(predicate, ruleDocument({ ...session, vantage: 'network' }))
      return network === JSON.stringify(own).includes('"vantage"')
    })
    // Rules over many addresses tell of unanswered ones in a network as well.
    expect([...new Set(wrong.map(({ slug }) => slug))].toSorted()).toEqual([
      'horizontal-scan',
      'smb-sweep',
      'telnet-sweep',
    ])
    const everywhere = tags.filter(
      ({ category, cves, intention, rule }) =>
        (category === 'worm' || (cves.length > 0 && intention === 'malicious')) && rule.includes('vantage:'),
    )
    expect(everywhere.map(({ slug }) => slug)).toEqual([])
  })

  test('a rule that reads what the destination said says so', () => {
    const spoken = sessionRegistry.fields.filter(({ name, aliases }) =>
      [name, ...aliases].some((spelling) => /^destination\.(?:http|tls|ssh|telnet|payload)/.test(spelling)),
    )
    expect(spoken.length).toBeGreaterThan(10)
    for (const { name, aliases } of spoken)
      for (const spelling of [name, ...aliases].filter((other) => !other.startsWith('destination.')))
        for (const { slug, rule } of tags) {
          const fields = rule.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
          expect(fields.includes(`${spelling}:`), `${slug} reads ${spelling}`).toBe(false)
        }
  })
})

describe('in the engine and on the way in', () => {
  let analytics: Analytics
  beforeAll(async () => {
    analytics = await openTestAnalytics()
  })
  afterAll(() => analytics.close())

  test('every drawn session gets exactly the tags of the plain reading', async () => {
    const told = [...drawn, ...disguised]
    const sessions = numbered(told.map(({ session }) => session))
    await storeUntagged(analytics, sessions)
    const engine = await tagsByEngine(analytics, compileTagging(tags))
    expect(engine.size).toBe(sessions.length)
    const tagger = await buildTagger(rules)
    const onTheirWay = await tagger.tag(await throughSpool(sessions))
    const misread = disguised.filter(
      ({ slug, fires }, index) => (onTheirWay[drawn.length + index]?.includes(slug) ?? false) !== fires,
    )
    expect(misread.map(({ slug, fires }) => `${slug} ${fires ? 'does not fire' : 'fires'}`)).toEqual([])
    const differing = sessions.flatMap((session, index) => {
      const stored = engine.get(session.id)?.join()
      const given = onTheirWay[index]?.join()
      const plainly = index < drawn.length ? taggedPlainly(session).join() : given
      return stored === given && given === plainly
        ? []
        : [{ slug: told[index]?.slug, stored, given, plainly }]
    })
    expect(differing).toEqual([])
  })

  test('mirrored, answered only and of unknown direction, none of them gets a malicious tag from any rule', async () => {
    const malicious = new Set(
      tags.filter(({ intention }) => intention === 'malicious').map(({ slug }) => slug),
    )
    const others = numbered(
      drawn
        .filter(({ session, fires }) => fires && session.origin === 'live')
        .flatMap(({ session }) => [
          mirrored(session),
          answeredOnly(session),
          ...(session.tcp ? [unproven(session)] : []),
        ]),
      'f',
    )
    await storeUntagged(analytics, others)
    const engine = await tagsByEngine(analytics, compileTagging(tags))
    const onTheirWay = await (await buildTagger(rules)).tag(await throughSpool(others))
    expect(onTheirWay).toEqual(others.map(({ id }) => engine.get(id)))
    const bad = new Set(onTheirWay.flat().filter((slug) => malicious.has(slug)))
    // Mirai is known by the number of its first segment, whatever is said behind it.
    expect([...bad]).toEqual(['mirai'])
  })
})
