import type { AnalysisPart } from '#model/analysis.ts'
import { quadText } from '#model/address-text.ts'
import { reservedRange } from '#model/reserved.ts'

/** An address as it is kept: a number for IPv4, its text for IPv6. */
export type AddressKey = number | string

/** A short answer of POST /v3/ip. */
export interface QuickRecord {
  ip: string
  business_service_intelligence: { found: boolean }
  internet_scanner_intelligence: { found: boolean; classification: string }
}

/** Looks addresses up at once. */
export type Ask = (ips: string[]) => Promise<QuickRecord[]>

/** Addresses that are remembered, twice at most, and for how long an answer counts in a run that never ends. */
const kept = { addresses: 200_000, ms: 3_600_000 }
/** Addresses of one question; the API takes 10,000. */
const atOnce = 5000

/**
 * The part of each address (model/analysis.ts); null for one of a private or reserved range that was never seen, which says
 * nothing about anybody. Each is asked for once, while it is remembered.
 */
export class Verdicts {
  #new = new Map<AddressKey, AnalysisPart | null>()
  #old = new Map<AddressKey, AnalysisPart | null>()
  #since = performance.now()
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async of(keys: Iterable<AddressKey>): Promise<ReadonlyMap<AddressKey, AnalysisPart | null>> {
    this.#forget()
    const found = new Map<AddressKey, AnalysisPart | null>()
    const missing: AddressKey[] = []
    for (const key of new Set(keys)) {
      // Of one of a private range null is what is known.
      const known = this.#new.has(key) ? this.#new.get(key) : this.#old.get(key)
      if (known === undefined) missing.push(key)
      else this.#remember(found, key, known)
    }
    for (let from = 0; from < missing.length; from += atOnce) {
      const some = missing.slice(from, from + atOnce)
      const byText = new Map(some.map((key) => [textOf(key), key]))
      for (const record of await this.#ask([...byText.keys()])) {
        const key = byText.get(record.ip)
        if (key !== undefined) this.#remember(found, key, partOf(record))
      }
    }
    return found
  }

  #remember(found: Map<AddressKey, AnalysisPart | null>, key: AddressKey, part: AnalysisPart | null): void {
    found.set(key, part)
    this.#new.set(key, part)
  }

  #forget(): void {
    const now = performance.now()
    if (this.#new.size < kept.addresses && now - this.#since < kept.ms) return
    // What was used lately is found among the old ones, and moves over.
    this.#old = now - this.#since < kept.ms ? this.#new : new Map()
    this.#new = new Map()
    this.#since = now
  }
}

const textOf = (key: AddressKey): string => (typeof key === 'number' ? quadText(key) : key)

/** As lists are divided (services/analysis): of a service that was seen what was seen counts. */
function partOf({ ip, ...record }: QuickRecord): AnalysisPart | null {
  const { found, classification } = record.internet_scanner_intelligence
  if (found) return classification as AnalysisPart
  if (record.business_service_intelligence.found) return 'business-services'
  return reservedRange(ip) ? null : 'not-observed'
}
