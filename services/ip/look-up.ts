import { reservedRange } from '#model/reserved.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { IpReport, SharedValue } from '#model/views.ts'
import { activity } from '#store/analytics/ips/activity.ts'
import { countSharing, type FingerprintKind } from '#store/analytics/ips/shared.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'
import { findDocuments } from './find.ts'
import { sentenceOf, unseenSentence } from './sentence.ts'
import { verdictOf } from './verdict.ts'

const matrixDays = 30

/** Everything a person wants to know about one address. @throws Refusal 'invalid-address' */
export async function lookUpIp(ctx: Ctx, input: { ip: string }): Promise<IpReport> {
  const ip = canonicalAddress(input.ip)
  const reserved = reservedRange(ip)
  const document = (await findDocuments(ctx, [ip])).get(ip)
  if (!document) {
    const facts = ctx.enrich(ip, 'live')
    return {
      ip,
      state: reserved ? 'reserved' : 'not-observed',
      reserved,
      document: null,
      facts,
      verdict: null,
      activity: null,
      fingerprints: { ja3: [], ja4: [], hassh: [] },
      sentence: unseenSentence(facts),
      demo: false,
    }
  }
  const demo = document.origins.includes('demo')
  const [days, ja3, ja4, hassh] = await Promise.all([
    activity(ctx.analytics, ip, { now: ctx.clock(), days: matrixDays }),
    shared(ctx, 'ja3', document.ja3),
    shared(
      ctx,
      'ja4',
      document.tls_ja4.map((fingerprint) => ({ fingerprint, port: null })),
    ),
    shared(ctx, 'hassh', document.hassh),
  ])
  const verdict = verdictOf(ctx, document)
  return {
    ip,
    state: 'observed',
    reserved,
    document,
    facts: ctx.enrich(ip, demo ? 'demo' : 'live'),
    verdict,
    activity: days,
    fingerprints: { ja3, ja4, hassh },
    sentence: sentenceOf(document, verdict.reasons),
    demo,
  }
}

/** Each fingerprint of the document with how many addresses show it. */
async function shared(
  { analytics }: Ctx,
  kind: FingerprintKind,
  list: IpDocument['ja3'] | { fingerprint: string; port: null }[],
): Promise<SharedValue[]> {
  const counts = await countSharing(
    analytics,
    kind,
    [...new Set(list.map(({ fingerprint }) => fingerprint))].slice(0, 1000),
  )
  return list.map(({ fingerprint, port }) => ({
    value: fingerprint,
    port,
    addresses: counts.get(fingerprint) ?? 1,
  }))
}
