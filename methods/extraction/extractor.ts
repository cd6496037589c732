import { AddressRows } from './address-rows.ts'
import { AddressScanner } from './addresses.ts'
import { CveRows } from './cve-rows.ts'
import { CveScanner } from './cves.ts'
import type { Found, Rows } from './found.ts'
import { type Invalid, InvalidOnes } from './invalid.ts'
import type { AddressSink } from './sink.ts'
import { type Scanner, SlidingText } from './sliding-text.ts'
import { ToUtf8 } from './to-utf8.ts'

/** docs/methods/extraction.md as code: what a text names, read in chunks of any size. */
export const extractionMethod = 'extraction/1'

export type ExtractionKind = 'addresses' | 'cves'

export interface ExtractionOptions {
  /** Distinct things that are kept; further ones are counted as ignored. 1,000,000 unless told. */
  maxDistinct?: number
  /** Invalid ones that are kept with their place; further ones are counted. 1,000 unless told. */
  maxInvalid?: number
}

export interface Extraction {
  /** Bytes of the text as it came. */
  bytes: number
  /** Valid ones, each time they stood there: `distinct` + `duplicates` + `ignored`. */
  found: number
  distinct: number
  duplicates: number
  /** Each time one stood there that would have been one more than `maxDistinct`. */
  ignored: number
  /** Of the distinct ones those that are private or reserved. */
  reserved: number
  /** Of the distinct ones those that are networks (CIDR). */
  networks: number
  /** What was meant and is not valid: the first ones with their places, and how many there are. */
  invalid: { shown: readonly Invalid[]; count: number }
}

export interface Extractor {
  /** Bytes that were pushed so far. */
  readonly bytes: number
  /** Distinct ones so far. */
  readonly distinct: number
  /** Reads the next bytes of the text; they may be cut anywhere and may be used again by the caller. */
  push(chunk: Uint8Array): void
  /** The text is over. Nothing is pushed after it. */
  end(): Extraction
  /** The distinct ones numbered `from` (0 is the first) and up to `to`, without it; `times` as of now. */
  rows(from: number, to: number): Found[]
}

/** Reads a text for addresses and networks, or for ids of CVEs. It keeps a piece of the text and what it found, never the text. */
export function extractorOf(kind: ExtractionKind, options: ExtractionOptions = {}): Extractor {
  const { maxDistinct = 1_000_000, maxInvalid = 1000 } = options
  const invalid = new InvalidOnes(maxInvalid)
  if (kind === 'cves') {
    const rows = new CveRows(maxDistinct)
    return overText(rows, invalid, new CveScanner(rows, invalid))
  }
  const rows = new AddressRows(maxDistinct)
  return overText(rows, invalid, new AddressScanner(rows, invalid))
}

/** The same of addresses that are kept in rows of the caller's. */
export function addressesInto(rows: AddressRows, { maxInvalid = 1000 }: ExtractionOptions = {}): Extractor {
  const invalid = new InvalidOnes(maxInvalid)
  return overText(rows, invalid, new AddressScanner(rows, invalid))
}

/** Hands over every address and network of whole lines of UTF-8, each time it stands there, in order. */
export function eachAddress(text: Uint8Array, sink: AddressSink): void {
  const sliding = new SlidingText(new AddressScanner(sink, new InvalidOnes(0)))
  sliding.push(text)
  sliding.end()
}

function overText(rows: Rows, invalid: InvalidOnes, scanner: Scanner): Extractor {
  const text = new SlidingText(scanner)
  const decoder = new ToUtf8((bytes) => text.push(bytes))
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    get distinct() {
      return rows.size
    },
    push(chunk) {
      bytes += chunk.length
      decoder.push(chunk)
      rows.flush()
    },
    end() {
      decoder.end()
      text.end()
      rows.flush()
      const { size: distinct, found, ignored, reserved, networks } = rows
      const { shown, count } = invalid
      const duplicates = found - distinct - ignored
      return { bytes, found, distinct, duplicates, ignored, reserved, networks, invalid: { shown, count } }
    },
    rows: (from, to) => rows.slice(from, to),
  }
}
