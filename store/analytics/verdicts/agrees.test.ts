import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noFacts } from '#model/session.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { type AnswerInForce, noOlder, operatorVerdicts, readWordName, wordName } from '#model/dispute.ts'
import { readEvidence } from '#model/evidence.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { markAddresses } from '#store/analytics/marks/addresses.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { writeActors } from '#store/analytics/evidence/actors.ts'
import { writeAnswers } from '#store/analytics/evidence/answers.ts'
import { removeSightings, writeSightings } from '#store/analytics/evidence/sightings.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { exampleHttp, exampleNow, exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { openTestAnalytics } from '#store/analytics/testing.ts'
import { verdictHistory } from '#store/analytics/verdicts/history.ts'
import { loadTags } from '#tags/load.ts'
import { judge } from '#methods/verdict/judge.ts'
import { codeOf, type Reason } from '#methods/verdict/rule.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
  await writeTagCatalogue(analytics, loadTags())
  await writeActors(analytics, {
    name: 'vetted',
    licence: '',
    reference: '',
    now: exampleNow,
    actors: [
      {
        slug: 'crawler',
        name: 'Crawler',
        category: 'search_engine',
        reference: '',
        names: ['crawler.example'],
        agents: ['crawler/'],
        ranges: ['198.19.0.0/16'],
        allRanges: true,
        allNames: true,
      },
    ],
  })
})
afterAll(() => analytics.close())

const dayMs = 86_400_000
const tags = loadTags()
// Few of each kind, so that every mixture comes up among the samples.
const some = tags.filter((tag, index) => tag.intention === 'benign' || index % 9 === 0)
const bySlug = new Map(tags.map((tag) => [tag.slug, tag]))
const tagsOf = ({ sensor }: { sensor: string }): string[] =>
  [...new Set(sensor.split(',').filter((slug) => slug !== ''))].toSorted()
const trusted = { worst: 'malicious', doubtful: 'suspicious', heard: 'none' } as const
type Source = keyof typeof trusted

interface Case {
  tags: { slug: string; daysAgo: number }[]
  sources: Source[]
  /** Its user agent names the crawler. */
  claims: boolean
  /** It is the crawler: inside its range. */
  inside: boolean
  /** What the operator answered; null sets nothing. */
  answers: AnswerInForce['verdict'][]
}
const drawnCase: fc.Arbitrary<Case> = fc.record({
  tags: fc.uniqueArray(
    fc.record({
      slug: fc.constantFrom(...some.map(({ slug }) => slug)),
      daysAgo: fc.constantFrom(0, 30, 31, 85),
    }),
    { maxLength: 4, selector: ({ slug }) => slug },
  ),
  sources: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Source[]>([]) },
    { weight: 1, arbitrary: fc.subarray<Source>(['worst', 'doubtful', 'heard']) },
  ),
  claims: fc.nat({ max: 4 }).map((draw) => draw === 0),
  inside: fc.nat({ max: 9 }).map((draw) => draw === 0),
  answers: fc.oneof(
    { weight: 3, arbitrary: fc.constant<AnswerInForce['verdict'][]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...operatorVerdicts).map((verdict) => [verdict]) },
    { weight: 1, arbitrary: fc.constantFrom(...operatorVerdicts).map((verdict) => [verdict, null]) },
  ),
})

const ipOf = ({ inside }: Case, index: number): string =>
  `198.${inside ? 19 : 18}.${index >> 8}.${index & 255}`

const sessionsOf = (one: Case, index: number) => {
  const http = exampleHttp({ userAgent: one.claims ? 'Mozilla/5.0 (compatible; CRAWLER/2.1)' : 'curl/8' })
  return [{ slug: '', daysAgo: 85 }, ...one.tags].map(({ slug, daysAgo }) =>
    exampleSession({
      from: ipOf(one, index),
      sensor: slug,
      sourceFacts: noFacts,
      firstPacket: exampleNow - 7_200_000 - daysAgo * dayMs,
      ...(slug === '' && { http }),
    }),
  )
}

/** What the plain rule is given for a case, without the engine. */
function reasonsOf(one: Case): Reason[] {
  const plain = { firstSeen: '', lastSeen: '', sessions: 1, name: '' }
  const actor = { ...plain, slug: 'crawler', category: 'search_engine' } as const
  return [
    ...one.tags.flatMap(({ slug }): Reason[] => {
      const tag = bySlug.get(slug)
      return tag ? [{ ...tag, ...plain, kind: 'tag' }] : []
    }),
    ...one.sources.map((slug): Reason => {
      const trust = trusted[slug]
      const [kind, intention] =
        trust === 'none' ? (['sighting', 'unknown'] as const) : ([trust, trust] as const)
      return { ...plain, kind, slug, intention, category: 'others' }
    }),
    ...one.answers.map((verdict): Reason =>
      verdict === null
        ? { ...plain, kind: 'answer', slug: 'declined', intention: 'unknown', category: 'others' }
        : {
            ...plain,
            kind: 'operator',
            slug: wordName(verdict, 'id'),
            intention: verdict === 'none' ? 'unknown' : verdict,
            category: 'others',
          },
    ),
    ...(one.inside ? [{ ...actor, kind: 'range', intention: 'benign' } as const] : []),
    ...(one.claims && one.inside ? [{ ...actor, kind: 'agent', intention: 'unknown' } as const] : []),
    ...(one.claims && !one.inside ? [{ ...actor, kind: 'claim', intention: 'suspicious' } as const] : []),
  ]
}

const decidedBy = (reasons: readonly Reason[]): string[] =>
  judge(reasons)
    .reasons.filter(({ decided }) => decided)
    .map(codeOf)
    .toSorted()

const reporting = (cases: readonly Case[], source: Source) =>
  cases.flatMap((one, index) =>
    one.sources.includes(source)
      ? [{ ip: ipOf(one, index), tags: [], note: '', firstSeen: 0, lastSeen: 0 }]
      : [],
  )

const cases = fc.sample(drawnCase, { numRuns: 120, seed: 20_261_121 })
const addresses = cases.map(ipOf)
const documents = async (): Promise<Map<string, IpDocument>> =>
  new Map((await getDocuments(analytics, addresses)).map((document) => [document.ip, document]))

test('the engine and the plain rule judge the same over any tags, sources, ranges, claims and words of the operator', async () => {
  const byDay = new Map<number, ReturnType<typeof sessionsOf>>()
  for (const session of cases.flatMap(sessionsOf))
    byDay.set(session.firstPacket, [...(byDay.get(session.firstPacket) ?? []), session])
  for (const [at, sessions] of byDay) await insertSessions(analytics, { sessions, token: `${at}`, tagsOf })
  for (const source of ['worst', 'doubtful', 'heard'] as const)
    await writeSightings(analytics, {
      name: source,
      trust: trusted[source],
      licence: '',
      reference: '',
      now: exampleNow,
      addresses: reporting(cases, source),
    })
  const answers = cases.flatMap((one, index) =>
    one.answers.map((verdict): AnswerInForce => ({
      id: verdict === null ? 'declined' : 'id',
      ip: ipOf(one, index),
      verdict,
      note: 'The owner shut it down.',
      at: exampleNow,
      until: null,
      older: noOlder,
    })),
  )
  await writeAnswers(analytics, { answers, now: exampleNow })
  await refreshDocuments(analytics, { now: exampleNow })
  const made = await documents()
  for (const [index, one] of cases.entries()) {
    const ip = addresses[index] ?? ''
    const reasons = reasonsOf(one)
    const document = made.get(ip)
    expect(document?.classification, ip).toBe(judge(reasons).classification)
    expect(document?.sources, ip).toEqual(one.sources.toSorted())
    expect(document?.evidence, ip).toEqual(
      reasons
        .filter(({ kind }) => kind !== 'tag')
        .map(codeOf)
        .toSorted(),
    )
    expect((await verdictHistory(analytics, ip, { max: 10 }))[0], ip).toMatchObject({
      after: judge(reasons).classification,
      decided: decidedBy(reasons),
    })
  }
  expect(new Set([...made.values()].map(({ classification }) => classification))).toEqual(
    new Set(['benign', 'malicious', 'suspicious', 'unknown']),
  )
})

test('what others report is nowhere in our own figures', async () => {
  const made = await documents()
  for (const [index, one] of cases.entries())
    expect(made.get(addresses[index] ?? '')).toMatchObject({
      sensor_hits: one.tags.length + 1,
      first_seen: expect.stringMatching(/^2025-12-20/),
    })
})

/** As services/ip/verdict.ts reads a document; dates matter here. */
function judged(document: IpDocument): ReturnType<typeof judge> {
  const ofTags = document.tags.map((slug, at): Reason => ({
    ...bySlug.get(slug)!,
    kind: 'tag',
    firstSeen: document.tag_first[at] ?? '',
    lastSeen: document.tag_last[at] ?? '',
    sessions: 1,
  }))
  const intentions = {
    claim: 'suspicious',
    range: 'benign',
    name: 'benign',
    agent: 'unknown',
    sighting: 'unknown',
    answer: 'unknown',
  } as const
  const set = {
    benign: 'benign',
    suspicious: 'suspicious',
    malicious: 'malicious',
    unknown: 'unknown',
    none: 'unknown',
  } as const
  const others = document.evidence.flatMap((text): Reason[] => {
    const read = readEvidence(text)
    if (!read) return []
    const { kind, name: slug } = read
    // Of the operator's word the verdict stands in the name.
    const intention =
      kind === 'operator'
        ? set[readWordName(slug)?.verdict ?? 'none']
        : kind === 'malicious' || kind === 'suspicious'
          ? kind
          : intentions[kind]
    return [
      { kind, slug, name: slug, category: 'actor', intention, firstSeen: '', lastSeen: '', sessions: 0 },
    ]
  })
  return judge([...ofTags, ...others], document.last_seen)
}

test('on the day that is named the verdict changes as it was said, and history says so', async () => {
  const before = await documents()
  const due = addresses.flatMap((ip) => {
    const document = before.get(ip)
    const change = document && judged(document).changes[0]
    return document && change && change.on !== '' ? [{ ip, was: document.classification, change }] : []
  })
  expect(due.length).toBeGreaterThan(20)
  expect(new Set(due.map(({ change }) => change.becomes)).size).toBeGreaterThan(2)
  for (const on of [...new Set(due.map(({ change }) => change.on))].sort()) {
    const mine = due.filter(({ change }) => change.on === on)
    for (const [at, holds] of [
      [Date.parse(on) - 1, 'was'],
      [Date.parse(on), 'becomes'],
    ] as const) {
      const ips = mine.map(({ ip }) => ip)
      await refreshDocuments(analytics, { now: at, addresses: ips })
      const now = await documents()
      for (const { ip, was, change } of mine) {
        expect(now.get(ip)?.classification ?? '', `${ip} at ${on}`).toBe(
          holds === 'was' ? was : change.becomes,
        )
      }
    }
  }
})

test('history is a replay of the judgements, whatever came in which order', async () => {
  await refreshDocuments(analytics, { now: exampleNow, addresses })
  const mine = addresses.slice(0, 60)
  const expected = new Map<string, { after: string; decided: string[] }[]>()
  const replay = async (): Promise<void> => {
    const now = await documents()
    for (const ip of mine) {
      const document = now.get(ip)
      const verdict = document ? judged(document) : null
      const decided = (verdict?.reasons ?? [])
        .filter((reason) => reason.decided)
        .map(codeOf)
        .toSorted()
      const step = { after: verdict?.classification ?? '', decided }
      const steps = expected.get(ip) ?? []
      const last = steps.at(-1)
      if (last?.after !== step.after || last.decided.join() !== decided.join())
        expected.set(ip, [...steps, step])
    }
  }
  for (const ip of mine) {
    const [newest] = await verdictHistory(analytics, ip, { max: 1 })
    if (newest) expected.set(ip, [{ after: newest.after, decided: newest.decided }])
  }
  const known = new Map<string, number>()
  for (const ip of mine) known.set(ip, (await verdictHistory(analytics, ip, { max: 1000 })).length)
  const list = (trust: 'none' | 'suspicious' | 'malicious', ips: readonly string[]) =>
    writeSightings(analytics, {
      name: 'worst',
      trust,
      licence: '',
      reference: '',
      now: exampleNow,
      addresses: ips.map((ip) => ({ ip, tags: [], note: '', firstSeen: 0, lastSeen: 0 })),
    })
  const runs: (() => Promise<unknown>)[] = [
    () => list('suspicious', mine.slice(0, 30)),
    () => list('malicious', mine.slice(10, 40)),
    () => removeSightings(analytics, 'doubtful'),
    () => markAddresses(analytics, mine),
    () => list('none', mine),
    () => removeSightings(analytics, 'worst'),
  ]
  for (const [index, run] of runs.entries()) {
    await run()
    // The clock may stand still or go back; history ascends all the same.
    await refreshDocuments(analytics, { now: exampleNow - index })
    await replay()
  }
  for (const ip of mine) {
    const steps = (await verdictHistory(analytics, ip, { max: 1000 })).toReversed()
    expect(steps.map(({ at }) => at)).toEqual([...new Set(steps.map(({ at }) => at))].sort())
    for (const [at, step] of steps.entries()) expect(step.before).toBe(steps[at - 1]?.after ?? '')
    expect(
      steps.slice((known.get(ip) ?? 1) - 1).map(({ after, decided }) => ({ after, decided })),
      ip,
    ).toEqual(expected.get(ip))
  }
})
