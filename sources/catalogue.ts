import { asn } from './asn/source.ts'
import { carrier } from './carrier/source.ts'
import { city } from './city/source.ts'
import { cloud } from './cloud/source.ts'
import { country } from './country/source.ts'
import { datacenter } from './datacenter/source.ts'
import { hassh, ja3, ja4 } from './fingerprint/source.ts'
import { organisation } from './organisation/source.ts'
import { place } from './place/source.ts'
import { service } from './service/source.ts'
import type { NameSource, NetworkSource, Source } from './source.ts'
import { tor } from './tor/source.ts'
import { vpn } from './vpn/source.ts'

/** What is asked about an address, in the order of the merged table's cells. */
export const networkSources = [
  country,
  asn,
  city,
  datacenter,
  cloud,
  vpn,
  tor,
  service,
] as const satisfies readonly NetworkSource[]

export const nameSources = [
  organisation,
  place,
  carrier,
  ja3,
  ja4,
  hassh,
] as const satisfies readonly NameSource[]

/** Every source of reference data about addresses and fingerprints. */
export const allSources: readonly Source[] = [...networkSources, ...nameSources]
