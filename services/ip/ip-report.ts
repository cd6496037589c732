import { type FieldGroup, lackingGroups, withheldColumns, withholding } from '#model/ip-document/groups.ts'
import { reservedRange } from '#model/reserved.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Activity, IpReport } from '#model/ip-report.ts'
import type { Enrichment } from '#model/session.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'
import { besideOf } from './beside.ts'
import { decodedOf } from './decoded.ts'
import { findDocuments } from './get-documents.ts'
import { partsOfEngine } from './missing-parts.ts'
import { sentenceOf, unseenSentence } from './sentence.ts'
import { sharingOf } from './sharing.ts'
import { verdictOf, verdictUnseen } from './verdict.ts'

/** Everything a person wants to know about one address. @throws Refusal 'invalid-address' */
export const lookUpIp = verb([], async (ctx: Ctx, input: { ip: string }): Promise<IpReport> => {
  const ip = canonicalAddress(input.ip)
  const reserved = reservedRange(ip)
  const { missing, ifAnswered } = partsOfEngine()
  const document = (await findDocuments(ctx, [ip])).get(ip) ?? null
  const [beside, fingerprints] = await Promise.all([
    besideOf(ctx, { ip, document }, ifAnswered),
    document ? sharingOf(ctx, document, ifAnswered) : { ja3: [], ja4: [], hassh: [] },
  ])
  const lacking = lackingGroups(ctx.scope.plan)
  const allowed = withholding(lacking)
  const { actors, holders, sightings, activity, reverse, ...others } = beside
  const common = {
    ip,
    reserved,
    document,
    ...others,
    activity: activityWithout(activity, lacking),
    // Its name is a fact of everybody's; whether it leads back is not.
    reverse: lacking.includes('feature-ip-source-attrs') ? null : reverse,
    sightings,
    fingerprints,
    lacking,
  }
  if (!document) {
    const facts = ctx.enrich(ip, 'live')
    return {
      ...common,
      state: reserved ? 'reserved' : 'not-observed',
      facts: allowed(facts),
      network: ctx.reference.network(ip),
      verdict: verdictUnseen(sightings, holders, actors),
      decoded: [],
      sentence: unseenSentence(facts, sightings),
      demo: false,
      missing: [...missing],
    }
  }
  const demo = document.origins.includes('demo')
  const verdict = verdictOf(ctx, document, sightings, actors)
  return {
    ...common,
    state: 'observed',
    facts: allowed(withName(ctx.enrich(ip, demo ? 'demo' : 'live'), document)),
    network: demo ? null : ctx.reference.network(ip),
    verdict,
    decoded: decodedOf(document),
    sentence: sentenceOf(document, verdict.reasons),
    demo,
    missing: [...missing],
  }
})

/** The matrix counts paths, which are requests. */
function activityWithout(activity: Activity | null, lacking: readonly FieldGroup[]): Activity | null {
  if (!activity || !withheldColumns(lacking).has('http_path')) return activity
  return { ...activity, rows: activity.rows.filter(({ kind }) => kind !== 'path') }
}

/** Names come from the document: the reverse DNS answers later than reference data. */
const withName = (facts: Enrichment, { rdns, domain }: IpDocument): Enrichment =>
  rdns === '' ? facts : { ...facts, rdns, domain }
