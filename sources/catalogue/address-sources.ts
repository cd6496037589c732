import { asn } from './asn.ts'
import { carrier } from './carrier.ts'
import { city } from './city.ts'
import { cloud } from './cloud.ts'
import { country } from './country.ts'
import { datacenter } from './datacenter.ts'
import { hassh, ja3, ja4 } from './fingerprint.ts'
import { organisation } from './organisation.ts'
import { place } from './place.ts'
import { service } from './service.ts'
import type { NameSource, NetworkSource, Source } from '../source.ts'
import { tor } from './tor.ts'
import { vpn } from './vpn.ts'

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
