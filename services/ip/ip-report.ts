import { readEvidence } from '#model/evidence.ts'
import { Refusal } from '#model/errors.ts'
import { reservedRange } from '#model/reserved.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { IpReport, ReverseName, Sighting } from '#model/views.ts'
import { actorsHolding } from '#store/analytics/evidence/ranges.ts'
import { sightingsOf } from '#store/analytics/evidence/sightings.ts'
import { type ReverseAnswer, reverseAnswers } from '#store/analytics/rdns/answers.ts'
import { activity } from '#store/analytics/ips/activity.ts'
import type { Enrichment } from '#model/session.ts'
import type { Ctx } from '../context.ts'
import { actorsNamed } from './actors.ts'
import { canonicalAddress } from './address.ts'
import { decodedOf } from './decoded.ts'
import { findDocuments } from './get-documents.ts'
import { historyOf } from './history.ts'
import { sentenceOf, unseenSentence } from './sentence.ts'
import { sharingOf } from './sharing.ts'
import { verdictOf, verdictUnseen } from './verdict.ts'

const matrixDays = 30
const stepsShown = 50

/** Everything a person wants to know about one address. @throws Refusal 'invalid-address' */
export async function lookUpIp(ctx: Ctx, input: { ip: string }): Promise<IpReport> {
  const ip = canonicalAddress(input.ip)
  const reserved = reservedRange(ip)
  const { missing, ifAnswered } = partsOfEngine()
  const [documents, { steps: history, more: moreHistory }, reported, answers] = await Promise.all([
    findDocuments(ctx, [ip]),
    ifAnswered('history of verdicts', historyOf(ctx, { ip, size: stepsShown }), {
      steps: [],
      more: false,
    }),
    ifAnswered('sightings by others', sightingsOf(ctx.analytics, ip), []),
    ifAnswered('reverse name', reverseAnswers(ctx.analytics, [ip]), new Map<string, ReverseAnswer>()),
  ])
  const sightings = reported.map(({ first_seen: firstSeen, last_seen: lastSeen, ...rest }): Sighting => ({
    ...rest,
    firstSeen,
    lastSeen,
  }))
  const others = { history, moreHistory, sightings, reverse: reverseOf(answers.get(ip)) }
  const document = documents.get(ip)
  if (!document) {
    const facts = ctx.enrich(ip, 'live')
    const holders = await ifAnswered('actors', actorsHolding(ctx.analytics, ip), [])
    const actors = await ifAnswered('actors', actorsNamed(ctx, holders), new Map())
    return {
      ip,
      state: reserved ? 'reserved' : 'not-observed',
      reserved,
      document: null,
      facts,
      network: ctx.reference.network(ip),
      verdict: verdictUnseen(sightings, holders, actors),
      ...others,
      activity: null,
      decoded: [],
      fingerprints: { ja3: [], ja4: [], hassh: [] },
      sentence: unseenSentence(facts, sightings),
      demo: false,
      missing: [...missing],
    }
  }
  const demo = document.origins.includes('demo')
  const [actors, days, fingerprints] = await Promise.all([
    ifAnswered(
      'names of actors',
      actorsNamed(
        ctx,
        document.evidence.flatMap((text) => readEvidence(text)?.name ?? []),
      ),
      new Map(),
    ),
    ifAnswered('activity', activity(ctx.analytics, ip, { now: ctx.clock(), days: matrixDays }), null),
    sharingOf(ctx, document, ifAnswered),
  ])
  const verdict = verdictOf(ctx, document, sightings, actors)
  return {
    ip,
    state: 'observed',
    reserved,
    document,
    facts: withName(ctx.enrich(ip, demo ? 'demo' : 'live'), document),
    network: demo ? null : ctx.reference.network(ip),
    verdict,
    ...others,
    activity: days,
    decoded: decodedOf(document),
    fingerprints,
    sentence: sentenceOf(document, verdict.reasons),
    demo,
    missing: [...missing],
  }
}

/** What else the page shows is the engine's alone: while it does not answer, the record stands by itself. */
function partsOfEngine() {
  const missing = new Set<string>()
  const ifAnswered = async <T, E>(name: string, part: Promise<T>, empty: E): Promise<T | E> => {
    try {
      return await part
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'busy')) throw error
      missing.add(name)
      return empty
    }
  }
  return { missing, ifAnswered }
}

/** Names come from the document: the reverse DNS answers later than reference data. */
const withName = (facts: Enrichment, { rdns, domain }: IpDocument): Enrichment =>
  rdns === '' ? facts : { ...facts, rdns, domain }

const reverseOf = (answer: ReverseAnswer | undefined): ReverseName | null =>
  answer ? { name: answer.name, state: answer.state, asked: new Date(answer.asked).toISOString() } : null
