import { z } from 'zod'
import { foldedOf, foldedSql } from '#store/analytics/folded-address.ts'
import type { Querier } from '#store/analytics/query/querier.ts'
import { openNumberSet } from './number-set.ts'
import { type Followed, partsOf, seenParts, type TablePart } from './parts.ts'

/**
 * Of which addresses the store has more than a document: changes of a verdict, an answer of the reverse DNS. Those of documents stand in
 * them, but one that has none any more is still asked for. Most that nobody saw are not among these, and the engine need not be asked.
 */
export interface Beside {
  /** Reads what was written since. `parts`: those of all tables, if they are known. @throws when the engine fails */
  round(parts?: readonly TablePart[]): Promise<void>
  /** Whether the last round left nothing to read. */
  isSettled(): boolean
  /** Whether there may be any of it for an address (32 hex digits); undefined while only the engine can say. */
  mayHave(hex: string): boolean | undefined
}

const tables = ['verdict_log', 'rdns'] as const satisfies readonly Followed[]
type Table = (typeof tables)[number]
type Parts = readonly (TablePart & { table: Table })[]

/** Four bytes each, the last first. */
const folded = (table: Table) => ({
  name: `addresses of ${table}`,
  params: z.object({ parts: z.array(z.string()) }),
  sql: `SELECT DISTINCT ${foldedSql('ip')} FROM (SELECT DISTINCT ip FROM {local}.${table} WHERE _part IN {parts: Array(String)}) FORMAT RowBinary`,
  settings: { max_threads: 1 },
})

/** Of more addresses than these only the engine can tell. */
const defaultMaxAddresses = 3_000_000
/** What is gone stays in the set; grown to so many times what it was, or at least by so many, it is read anew. */
const stale = { times: 2, least: 100_000 }
/** Parts that were merged away before they were read are read as what they became. */
const attempts = 5

export function followBeside(host: Querier, maxAddresses = defaultMaxAddresses): Beside {
  let set = openNumberSet()
  let seen = { verdict_log: seenParts(), rdns: seenParts() }
  /** What was read since the last look. */
  let reading: Parts = []
  let [isComplete, isSettled, isTooMuch, sizeWhenRead] = [false, false, false, 0]

  function begin(): void {
    set = openNumberSet()
    seen = { verdict_log: seenParts(), rdns: seenParts() }
    reading = []
    isComplete = false
  }

  async function read(parts: Parts): Promise<void> {
    for (const [table, some] of Map.groupBy(parts, (part) => part.table)) {
      let rest: Buffer = Buffer.alloc(0)
      for await (const piece of host.bytes(folded(table), { parts: some.map(({ name }) => name) })) {
        rest = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
        const whole = rest.length - (rest.length % 4)
        for (let at = 0; at < whole; at += 4) set.add(rest.readUInt32LE(at))
        rest = rest.subarray(whole)
      }
    }
  }

  async function round(found?: readonly TablePart[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const parts = mine((attempt === 0 && found) || (await partsOf(host, tables)))
      // What still is there was there while it was read.
      const names = new Set(parts.map(({ table, name }) => `${table} ${name}`))
      for (const part of reading) if (names.has(`${part.table} ${part.name}`)) seen[part.table].add([part])
      reading = []
      const fresh = parts.filter((part) => seen[part.table].isNew(part))
      if (fresh.length === 0) break
      await read(fresh)
      reading = fresh
      // The next round looks anyway.
      if (isComplete || set.size() > maxAddresses) break
    }
    isSettled = reading.length === 0
    if (!isComplete) sizeWhenRead = set.size()
    isComplete ||= isSettled
  }

  const isStale = (): boolean =>
    isComplete && set.size() > Math.max(stale.times * sizeWhenRead, sizeWhenRead + stale.least)

  return {
    async round(parts) {
      if (isTooMuch) return
      if (isStale()) begin()
      await round(parts)
      isTooMuch = set.size() > maxAddresses
      if (isTooMuch) begin()
    },
    isSettled: () => isSettled || isTooMuch,
    mayHave: (hex) => (isComplete ? set.has(foldedOf(hex)) : undefined),
  }
}

const mine = (parts: readonly TablePart[]): Parts =>
  parts.flatMap((part) => (part.table === 'ips' ? [] : [{ ...part, table: part.table }]))
