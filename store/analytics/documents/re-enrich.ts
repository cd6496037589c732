import { z } from 'zod'
import type { Enrichment } from '#model/session.ts'
import { fromColumn, toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { reEnrichable } from '../rollups/facts.ts'
import { markAddresses } from '../marks/addresses.ts'

/** What a document says of reference data, as a JSON array of its `renewable` columns. */
export interface SaidOfAddress {
  ip: string
  facts: string
}

const said = defineQuery({
  name: 'reference data in documents',
  params: z.object({ after: z.string(), size: z.number() }),
  row: z.object({ ip: z.string(), facts: z.string() }),
  sql: `
SELECT toString(i.ip) AS ip, toJSONString(tuple(${reEnrichable.map(([name]) => `i.${name}`).join(', ')})) AS facts
FROM {db}.ips AS i FINAL
WHERE i.ip > {after: IPv6} AND NOT has(i.origins, 'demo')
ORDER BY i.ip LIMIT {size: UInt64}`,
})

/** What the documents after an address say, in order; the demo's world has facts of its own and is left out. */
export async function readSaid(analytics: Analytics, after: string, size: number): Promise<SaidOfAddress[]> {
  const rows = await analytics.app.run(said, { after: after === '' ? '::' : toColumn(after), size })
  return rows.map(({ ip, facts }) => ({ ip: fromColumn(ip), facts }))
}

const column: Record<
  (typeof reEnrichable)[number][0],
  (facts: Enrichment) => string | number | boolean | null
> = {
  country_code: (facts) => facts.countryCode,
  country: (facts) => facts.country,
  region: (facts) => facts.region,
  city: (facts) => facts.city,
  latitude: (facts) => facts.latitude,
  longitude: (facts) => facts.longitude,
  asn: (facts) => facts.asn,
  organization: (facts) => facts.organization,
  category: (facts) => facts.category,
  carrier: (facts) => facts.carrier,
  datacenter: (facts) => facts.datacenter,
  mobile: (facts) => facts.mobile,
  tor: (facts) => facts.tor,
  vpn: (facts) => facts.vpn,
  vpn_service: (facts) => facts.vpnService,
}

const factsOf = (facts: Enrichment) => reEnrichable.map(([name]) => column[name](facts))

/** Whether a document says what reference data says now. */
export function saysSo(document: string, facts: Enrichment): boolean {
  const held = JSON.parse(document) as unknown[]
  return factsOf(facts).every((value, at) => value === held[at])
}

/** Keeps what reference data says of addresses and marks them: the next refresh makes their documents with it. */
export async function storeReEnriched(
  analytics: Analytics,
  reEnriched: readonly { ip: string; facts: Enrichment }[],
  version: number,
): Promise<void> {
  if (reEnriched.length === 0) return
  await analytics.app.insert(
    '{db}.ip_facts',
    reEnriched.map(({ ip, facts }) => ({ ip: toColumn(ip), facts: JSON.stringify(factsOf(facts)), version })),
  )
  await markAddresses(
    analytics,
    reEnriched.map(({ ip }) => ip),
  )
}
