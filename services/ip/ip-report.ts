import { lackingGroups } from '#model/ip-document/groups.ts'
import { reservedRange } from '#model/reserved.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { IpReport, ReportedDocument } from '#model/ip-report.ts'
import type { Enrichment } from '#model/session.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress, isPublic } from './address.ts'
import { besideOf } from './beside.ts'
import { decodedOf } from './decoded.ts'
import { findDocument } from './get-documents.ts'
import { neighboursOf } from './neighbours.ts'
import { partsOfEngine } from './missing-parts.ts'
import { sentenceOf, unseenSentence } from './sentence.ts'
import { sharingOf } from './sharing.ts'
import { verdictOf, verdictUnseen } from './verdict.ts'
import { withoutGroups } from './withheld-parts.ts'

/** Everything a person wants to know about one address. @throws Refusal 'invalid-address' */
export const lookUpIp = verb(
  [],
  async (ctx: Ctx, input: { ip: string }): Promise<IpReport> => {
    const ip = canonicalAddress(input.ip)
    const reserved = reservedRange(ip)
    const { missing, ifAnswered } = partsOfEngine()
    const found = await findDocument(ctx, ip)
    const document = found?.read() ?? null
    const version = found?.version ?? null
    const [beside, fingerprints, neighbours] = await Promise.all([
      besideOf(ctx, { ip, document, version }, ifAnswered),
      document ? sharingOf(ctx, document, ifAnswered) : { ja3: [], ja4: [], hassh: [] },
      reserved && !document
        ? []
        : ifAnswered(['neighbours'], neighboursOf(ctx, ip, document?.asn ?? ctx.enrich(ip, 'live').asn), []),
    ])
    const lacking = lackingGroups(ctx.scope.plan)
    const { actors, holders, answers, sightings, activity, reverse, ...others } = beside
    const common = {
      ip,
      reserved,
      document: document && reported(document),
      ...others,
      sightings,
      fingerprints,
      neighbours,
      lacking,
    }
    if (!document) {
      const facts = ctx.enrich(ip, 'live')
      return {
        ...common,
        state: reserved ? 'reserved' : 'not-observed',
        ...withoutGroups({ activity, reverse, network: ctx.reference.network(ip), facts }, lacking),
        verdict: verdictUnseen({ sightings, holders, actors, answers }),
        decoded: [],
        sentence: unseenSentence(facts, sightings),
        demo: false,
        missing: [...missing],
      }
    }
    const demo = document.origins.includes('demo')
    const verdict = verdictOf(ctx, document, { sightings, actors, answers })
    const network = demo ? null : ctx.reference.network(ip)
    const facts = withName(ctx.enrich(ip, demo ? 'demo' : 'live'), document)
    return {
      ...common,
      state: 'observed',
      ...withoutGroups({ activity, reverse, network, facts }, lacking),
      verdict,
      decoded: decodedOf(document),
      sentence: sentenceOf(document, verdict.reasons),
      demo,
      missing: [...missing],
    }
  },
  { is: ({ ip }) => isPublic(ip) },
)

/** Without what the report says in members of its own. */
function reported(document: IpDocument): ReportedDocument {
  const {
    activity: _activity,
    verdicts: _verdicts,
    reverse_state: _state,
    reverse_asked: _asked,
    active_days: _days,
    ...others
  } = document
  return others
}

/** Names come from the document: the reverse DNS answers later than reference data. */
const withName = (facts: Enrichment, { rdns, domain }: IpDocument): Enrichment =>
  rdns === '' ? facts : { ...facts, rdns, domain }
