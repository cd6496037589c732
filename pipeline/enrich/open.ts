import { getDomain } from 'tldts'
import { type AddressWords, ipv4Of, readAddress } from '#model/address.ts'
import { countryName } from '#model/countries.ts'
import { reservedRange } from '#model/reserved.ts'
import { type Enrichment, noFacts, type Origin } from '#model/session.ts'
import type { Announcement } from '#sources/asn/table.ts'
import { openAsn } from '#sources/asn/open.ts'
import { openCountries } from '#sources/country/open.ts'
import { demoFinding } from '#sources/demo/networks.ts'
import type { Log } from '#sources/log.ts'
import { categoryOf } from '#sources/organisation/category.ts'
import { openRecent } from './recent.ts'

export interface Enricher {
  /** Facts about an address as reference data knows them now; all empty for what is no address. Never throws. */
  enrich(ip: string, origin: Origin): Enrichment
}

/** Answers kept per origin: sources repeat within minutes, and one answer is about 300 bytes. */
const recentAnswers = 65_536

const quadText = (quad: number): string =>
  `${quad >>> 24}.${(quad >>> 16) & 255}.${(quad >>> 8) & 255}.${quad & 255}`

/** Category and what follows from it: a carrier's name on mobile networks, a provider's on hosting ones. */
const networkFacts = (organization: string, category: string): Partial<Enrichment> => ({
  organization,
  category,
  carrier: category === 'mobile' ? organization : '',
  datacenter: category === 'hosting' ? organization : '',
  mobile: category === 'mobile',
})

const enrichDemo = (address: AddressWords): Enrichment => {
  const found = demoFinding(address)
  if (!found) return noFacts
  const { network, place, rdns } = found
  return {
    ...noFacts,
    ...place,
    country: countryName(place.countryCode),
    asn: `AS${network.asn}`,
    ...networkFacts(network.organization, network.category),
    rdns,
    domain: getDomain(rdns) ?? '',
    tor: network.tor ?? false,
    vpn: network.vpnService !== undefined,
    vpnService: network.vpnService ?? '',
  }
}

const enrichLive = (
  ip: string,
  address: AddressWords,
  countryOf: (ip: string) => string,
  announcementOf: (address: AddressWords) => Announcement | null,
  kindOf: (announcement: Announcement) => string,
): Enrichment => {
  // Registries list some reserved blocks under the country of the registry; nobody stands there.
  if (reservedRange(address)) return noFacts
  const quad = ipv4Of(address)
  const countryCode = countryOf(quad >= 0 ? quadText(quad) : ip)
  const announcement = announcementOf(address)
  return {
    ...noFacts,
    countryCode,
    country: countryName(countryCode),
    ...(announcement && {
      asn: `AS${announcement.asn}`,
      ...networkFacts(announcement.organization, kindOf(announcement)),
    }),
  }
}

/** Word rules are slow beside a table look-up; there are some 80,000 announcers, each judged once. */
const rememberKinds = (): ((announcement: Announcement) => string) => {
  const kinds = new Map<Announcement, string>()
  return (announcement) => {
    const known = kinds.get(announcement)
    if (known !== undefined) return known
    const kind = categoryOf(announcement.organization)
    kinds.set(announcement, kind)
    return kind
  }
}

/**
 * Opens reference data once for a process. `cacheDir` holds what is compiled from it (made when missing). Addresses of
 * origin demo are answered from the demo's own table only, all others from the data packages only.
 */
export const openEnricher = async (options: { cacheDir: string; log: Log }): Promise<Enricher> => {
  const [countryOf, announcementOf] = await Promise.all([
    openCountries(options.log),
    openAsn(options.cacheDir, options.log),
  ])
  const kindOf = rememberKinds()
  const recent = { demo: openRecent<Enrichment>(recentAnswers), live: openRecent<Enrichment>(recentAnswers) }
  return {
    enrich: (ip, origin) =>
      recent[origin].get(ip, () => {
        const address = readAddress(ip)
        if (!address) return noFacts
        return origin === 'demo'
          ? enrichDemo(address)
          : enrichLive(ip, address, countryOf, announcementOf, kindOf)
      }),
  }
}
