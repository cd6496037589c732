import { getDomain } from 'tldts'
import type { Polling } from '#model/polling.ts'
import { type AddressWords, readAddress, readIpv4 } from '#model/address.ts'
import { quadAt } from '#model/address-keys.ts'
import { countryName } from '#model/countries.ts'
import { reservedRange } from '#model/reserved.ts'
import type { BusinessService, NetworkData } from '#model/sources.ts'
import { type Enrichment, noFacts, type Origin } from '#model/session.ts'
import { demoFinding } from '#sources/catalogue/demo-networks.ts'
import { keptTable } from '#sources/kept-table.ts'
import type { LoadedSources } from '#sources/load.ts'
import type { Log } from '#store/log.ts'
import type { MergedTable } from '#sources/ranges/merge.ts'
import { search4, search6 } from '#sources/ranges/search.ts'
import { mostTrusted } from '#sources/catalogue/service-words.ts'
import { fillFromPrepared } from '#sources/prepared.ts'
import { loadInWorker, versionOf, watchSources } from '#sources/watch.ts'
import { type LoadedValues, openLoadedValues } from './loaded-values.ts'
import { openRecent } from './lru.ts'

/** Kinds of fingerprints that have names. */
export type FingerprintKind = 'ja3' | 'ja4' | 'hassh'

export interface Enricher {
  /** Facts about an address as reference data knows them now; all empty for what is no address. Never throws. */
  enrich(ip: string, origin: Origin): Enrichment
  /** What reference data says beyond that; null for what is no public address. */
  network(ip: string): NetworkData | null
  /** The business service an address belongs to, the most trusted where there are several; null for none. */
  service(ip: string): BusinessService | null
  /** Whether it has one, of an address of a list (model/address-keys.ts). */
  isService(keys: Uint32Array, at: number): boolean
  /** Who is known to show a fingerprint, alphabetically, each once. */
  names(kind: FingerprintKind, fingerprint: string): string[]
  /** Identifies the reference data: another one after every swap. */
  version(): string
  /** Hears when reference data was swapped. */
  onSwap(listen: () => void): void
  close(): Promise<void>
}

/** Answers kept for the demo, whose places are hashed: one is about 300 bytes. */
const recentAnswers = 65_536

/** Facts that are kept, a power of two: all combinations of today's lists have their own slot. At most some 40 MB. */
const keptFacts = 131_072

const enrichDemo = (address: AddressWords): Enrichment => {
  const found = demoFinding(address)
  if (!found) return noFacts
  const { network, place, rdns } = found
  const mobile = network.category === 'mobile'
  return {
    ...noFacts,
    ...place,
    country: countryName(place.countryCode),
    asn: `AS${network.asn}`,
    organization: network.organization,
    category: network.category,
    carrier: mobile ? network.organization : '',
    datacenter: network.category === 'hosting' ? network.organization : '',
    mobile,
    rdns,
    domain: getDomain(rdns) ?? '',
    tor: network.tor ?? false,
    vpn: network.vpnService !== undefined,
    vpnService: network.vpnService ?? '',
  }
}

/** Facts made once and kept in a slot each; those of another combination with the same slot take its place. */
function openKept(facts: LoadedValues): (combination: number) => Enrichment {
  const keys = new Int32Array(keptFacts).fill(-1)
  const kept: Enrichment[] = []
  return (combination) => {
    const slot = combination & (keptFacts - 1)
    const known = kept[slot]
    if (known && keys[slot] === combination) return known
    keys[slot] = combination
    return (kept[slot] = facts.enrichment(combination))
  }
}

/** Yes or no of each combination, found once. */
function openFlags(holds: (combination: number) => boolean): (combination: number) => boolean {
  const known: boolean[] = []
  return (combination) => (known[combination] ??= holds(combination))
}

/** The combination that holds for an address; -1 for what is no public address. */
function combinationOf(table: MergedTable, ip: string): number {
  const quad = readIpv4(ip)
  if (quad >= 0) return reserved4(quad) ? -1 : search4(table, quad)
  const address = readAddress(ip)
  return address ? combinationAt(table, Uint32Array.from(address), 0) : -1
}

/** The first octets in which there is anything reserved at all: most addresses need no closer look. */
const octets = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203])
const reserved4 = (quad: number): boolean =>
  quad >= 0xe0000000 || (octets.has(quad >>> 24) && reservedRange([0, 0, 0xffff, quad]) !== null)

/** The same for an address in numbers. */
function combinationAt(table: MergedTable, keys: Uint32Array, at: number): number {
  // Of a list of a million addresses nothing is made for each.
  const quad = quadAt(keys, at)
  if (quad >= 0) return reserved4(quad) ? -1 : search4(table, quad)
  const address: AddressWords = [keys[4 * at]!, keys[4 * at + 1]!, keys[4 * at + 2]!, keys[4 * at + 3]!]
  return reservedRange(address) ? -1 : search6(table, address)
}

interface Reading {
  facts: LoadedValues
  enrich: (ip: string) => Enrichment
  network: (ip: string) => NetworkData | null
  services: (ip: string) => readonly BusinessService[]
  isService: (keys: Uint32Array, at: number) => boolean
}

function readingOf(loaded: LoadedSources, log: Log): Reading {
  for (const problem of loaded.problems) log.warn({ problem }, 'reference data: a source could not be read')
  const { table } = loaded
  const facts = openLoadedValues(loaded)
  const kept = openKept(facts)
  const hasService = openFlags((combination) => facts.services(combination).length > 0)
  return {
    facts,
    enrich(ip) {
      const combination = combinationOf(table, ip)
      return combination < 0 ? noFacts : kept(combination)
    },
    network(ip) {
      const combination = combinationOf(table, ip)
      return combination < 0 ? null : facts.network(combination)
    },
    services(ip) {
      const combination = combinationOf(table, ip)
      return combination < 0 ? [] : facts.services(combination)
    },
    isService(keys, at) {
      const combination = combinationAt(table, keys, at)
      return combination >= 0 && hasService(combination)
    },
  }
}

/**
 * Opens reference data once for a process and keeps it as new as `folder` (imported sources, and what is compiled from
 * bundled ones; made when missing): a swap there, by whatever process, is noticed within seconds and answered from when
 * its table is whole. Addresses of origin demo are answered from the demo's own table only, all others never from that.
 * `watch: false` reads once.
 */
export const openEnricher = async (options: {
  folder: string
  log: Log
  watch?: boolean | number
  polling?: Polling
}): Promise<Enricher> => {
  const { folder, log, watch = true, polling } = options
  await fillFromPrepared(folder)
  // Before what it stands for is read: a swap in between is then seen as one.
  let version = await versionOf(folder)
  let reading = readingOf((await keptTable(folder, version)) ?? (await loadInWorker(folder)), log)
  const listeners: (() => void)[] = []
  const watching =
    watch === false
      ? null
      : watchSources(
          folder,
          version,
          (loaded, now) => {
            reading = readingOf(loaded, log)
            version = now
            for (const listen of listeners) listen()
          },
          log,
          { ...(typeof watch === 'number' && { intervalMs: watch }), ...(polling && { polling }) },
        )
  const demo = openRecent<Enrichment>(recentAnswers)
  return {
    enrich(ip, origin) {
      if (origin === 'live') return reading.enrich(ip)
      return demo.get(ip, () => {
        const address = readAddress(ip)
        return address ? enrichDemo(address) : noFacts
      })
    },
    network: (ip) => reading.network(ip),
    service: (ip) => mostTrusted(reading.services(ip)),
    isService: (keys, at) => reading.isService(keys, at),
    names: (kind, fingerprint) =>
      [
        ...new Set(
          reading.facts.named(kind, fingerprint.toLowerCase()).map((value) => value.split('\t')[0] ?? ''),
        ),
      ].sort(),
    version: () => version,
    onSwap: (listen) => {
      listeners.push(listen)
    },
    close: async () => watching?.stop(),
  }
}
