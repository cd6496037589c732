import { readAddress, readIpv4 } from '#model/address.ts'
import type { AsnTable } from './table.ts'

/** Grows by doubling; rows are not counted beforehand. */
class Words {
  #words = new Uint32Array(4096)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#words.length) {
      const wider = new Uint32Array(this.#length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    this.#words[this.#length++] = value
  }

  done(): Uint32Array {
    return this.#words.slice(0, this.#length)
  }
}

/** A CSV text field: quotes taken off, doubled quotes made single (RFC 4180). */
const unquote = (field: string): string =>
  field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field

class Owners {
  readonly #indexes = new Map<string, number>()
  readonly #asns = new Words()
  readonly #names: string[] = []

  /** Index of the owner in "13335,Name" (the two last fields of a row). */
  of(fields: string): number {
    const known = this.#indexes.get(fields)
    if (known !== undefined) return known
    const comma = fields.indexOf(',')
    const index = this.#names.length
    this.#asns.push(Number(fields.slice(0, comma)) >>> 0)
    this.#names.push(unquote(fields.slice(comma + 1)))
    this.#indexes.set(fields, index)
    return index
  }

  done(): Pick<AsnTable, 'asns' | 'nameStarts' | 'names'> {
    const encoder = new TextEncoder()
    const texts = this.#names.map((name) => encoder.encode(name))
    const nameStarts = new Uint32Array(texts.length + 1)
    const names = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0))
    for (const [index, text] of texts.entries()) {
      const start = nameStarts[index] ?? 0
      names.set(text, start)
      nameStarts[index + 1] = start + text.length
    }
    return { asns: this.#asns.done(), nameStarts, names }
  }
}

/** Calls `row` with start, end and "asn,name" of each line that has them; anything else is passed over. */
const eachRow = (csv: string, row: (start: string, end: string, owner: string) => void): void => {
  for (let at = 0; at < csv.length;) {
    let end = csv.indexOf('\n', at)
    if (end < 0) end = csv.length
    const first = csv.indexOf(',', at)
    const second = csv.indexOf(',', first + 1)
    if (first > 0 && second > 0 && second < end) {
      const stop = csv.charCodeAt(end - 1) === 13 ? end - 1 : end
      row(csv.slice(at, first), csv.slice(first + 1, second), csv.slice(second + 1, stop))
    }
    at = end + 1
  }
}

/**
 * Builds the searchable table from two CSV texts (start, end, asn, organisation), each sorted by start without
 * overlaps, as `@ip-location-db/asn` ships them. Rows that are not ranges, or not in order, are left out.
 */
export const compileAsn = (csv4: string, csv6: string): AsnTable => {
  const owners = new Owners()
  const [starts4, ends4, owners4] = [new Words(), new Words(), new Words()]
  let last = -1
  eachRow(csv4, (from, to, owner) => {
    const [start, end] = [readIpv4(from), readIpv4(to)]
    if (start <= last || end < start) return
    last = end
    starts4.push(start)
    ends4.push(end)
    owners4.push(owners.of(owner))
  })
  const [starts6, ends6, owners6] = [new Words(), new Words(), new Words()]
  eachRow(csv6, (from, to, owner) => {
    const [start, end] = [readAddress(from), readAddress(to)]
    if (!start || !end) return
    for (const word of start) starts6.push(word)
    for (const word of end) ends6.push(word)
    owners6.push(owners.of(owner))
  })
  return {
    starts4: starts4.done(),
    ends4: ends4.done(),
    owners4: owners4.done(),
    starts6: starts6.done(),
    ends6: ends6.done(),
    owners6: owners6.done(),
    ...owners.done(),
  }
}
