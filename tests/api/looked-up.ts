import * as fc from 'fast-check'
import { documents } from '#gnql/testing/generate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '#store/analytics/address.ts'
import { writeActors } from '#store/analytics/evidence/actors.ts'
import { writeSightings } from '#store/analytics/evidence/sightings.ts'
import { stored } from '#store/analytics/ips/testing/stored.ts'
import type { Analytics } from '#store/analytics/open.ts'

/** Addresses that look-ups ask for: documents of every shape, what others say, and what nobody saw. */

const now = Date.now()
export const seed = fc.readConfigureGlobal()?.seed ?? 0
/** Every other one as this release makes them: with what its page shows beside the record. */
export const held = fc
  .sample(documents(now), { numRuns: 250, seed })
  .map(stored)
  .map((document, at) =>
    at % 2 ? document : { ...document, ...beside(document), sources: at % 4 ? ['others'] : [] },
  )
export const [complete, earlier] = [0, 1].map((rest) =>
  held.filter((_, at) => at % 2 === rest).map(({ ip }) => ip),
)
export const seen = held.map(({ ip }) => ip)
function beside({ classification }: IpDocument): Partial<IpDocument> {
  const today = Math.floor(now / 86_400_000)
  const change = { at: new Date(now - 5000).toISOString(), method: 'tests', decided: ['tag:mirai'] }
  return {
    activity: [
      { fact: 'p00023/tcp', from: today - 40, sessions: Array.from({ length: 41 }, (_, day) => day % 3) },
      { fact: 'P/<script>', from: today, sessions: [2] },
    ],
    verdicts: [{ ...change, before: '', after: classification }],
    reverse_state: 'other',
    reverse_asked: new Date(now).toISOString().replace(/\.\d+/, ''),
  }
}

/** Seen by nobody, but: reported by others, in the range of an actor, both, and with a document once. */
export const [reported, ranged, both, left] = ['203.0.114.1', '203.0.115.7', '203.0.115.8', '203.0.116.1']
const listed = [
  reported,
  both,
  ...held.filter(({ sources }) => sources.includes('others')).map(({ ip }) => ip),
]
export const unseen = ['198.51.100.77', '8.8.8.8', '100.64.1.1', '2001:db8:1::7', '10.0.0.1', '224.0.0.1']
export const wrong = ['198.51.100', 'no address']
export const asked = [
  ...seen.slice(0, 12),
  ...unseen,
  reported,
  ranged,
  both,
  left,
  '::ffff:198.51.0.1',
  '198.51[.]0[.]2',
  ...wrong,
]

/** Before there are documents, so that none is marked to be derived. */
export async function saidByOthers(analytics: Analytics): Promise<void> {
  const common = { licence: 'CC0', reference: 'https://example.org/', now }
  await writeSightings(analytics, {
    ...common,
    name: 'others',
    trust: 'suspicious',
    addresses: listed.map((ip, at) => ({
      ip,
      tags: ['<b>'],
      note: `é ${at}`,
      firstSeen: 0,
      lastSeen: Math.floor(now / 1000) - at,
    })),
  })
  const about = { reference: '', names: [], agents: [], allRanges: false, allNames: false }
  const wide = { slug: 'wide', name: 'Wide', category: 'actor', ranges: ['203.0.115.0/24'] } as const
  await writeActors(analytics, { ...common, name: 'ranges', actors: [{ ...about, ...wide }] })
  const change = { at: '2026-03-15 12:00:00.000', before: 'malicious', after: '', method: 'm', decided: [] }
  await analytics.app.insert('{db}.verdict_log', [{ ...change, ip: toColumn(left) }])
}
