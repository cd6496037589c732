import { z } from 'zod'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import type { Querier } from '#store/analytics/query/querier.ts'

/** A part of the document table: rows that were written together, or merged from such. */
export interface Part {
  name: string
  generation: number
  rows: number
  /** Inserts are numbered; a part holds those of a range. */
  from: number
  to: number
}

/** Tables that are followed: documents, and what stands beside them. */
const tables = ['ips', 'verdict_log', 'rdns'] as const
export type Followed = (typeof tables)[number]
export type TablePart = Part & { table: Followed }

const active = defineQuery({
  name: 'parts of followed tables',
  params: z.object({ tables: z.array(z.enum(tables)) }),
  row: z.object({
    table: z.enum(tables),
    name: z.string(),
    generation: z.number(),
    rows: count,
    from: count,
    to: count,
  }),
  sql: `SELECT table, name, toUInt32OrZero(partition) AS generation, rows, min_block_number AS from, max_block_number AS to FROM system.parts
WHERE active AND database = '{local}' AND table IN {tables: Array(String)} AND rows > 0 ORDER BY generation, from`,
})

export const partsOf = (host: Querier, of: readonly Followed[] = ['ips']): Promise<TablePart[]> =>
  host.run(active, { tables: [...of] })

/** Those of all tables that are followed, in one question: each costs the engine the same. */
export const partsOfAll = (host: Querier): Promise<TablePart[]> => partsOf(host, tables)

/**
 * Which inserts were read, by generation. Versions would not do: several processes number and finish theirs in any order.
 * A merge of what was read is known, whatever it is called.
 */
export interface Seen {
  isNew(part: Part): boolean
  add(parts: readonly Part[]): void
  /** Generations after 0 of which anything was read. */
  young(): number[]
  /** Forgets what is no more. @returns the generations that had to go: a consolidation, or an engine that lost something */
  shrinkTo(parts: readonly Part[]): number[]
  /** For a file, and for `seenParts`. */
  saved(): SavedParts
}

/** Of each generation the first and last insert of each range. */
export const savedParts = z.array(z.tuple([z.number(), z.array(z.tuple([z.number(), z.number()]))]))
export type SavedParts = z.infer<typeof savedParts>

export function seenParts(saved: SavedParts = []): Seen {
  const ranges = new Map<number, [from: number, to: number][]>(saved)
  return {
    isNew({ generation, from, to }) {
      let next = from
      for (const [first, last] of ranges.get(generation) ?? [])
        if (first <= next && last >= next) next = last + 1
      return next <= to
    },
    add(parts) {
      for (const { generation, from, to } of parts) {
        const all = [...(ranges.get(generation) ?? []), [from, to] as [number, number]]
        ranges.set(generation, joined(all))
      }
    },
    shrinkTo(parts) {
      const [first, last] = [new Map<number, number>(), new Map<number, number>()]
      for (const { generation, from, to } of parts) {
        first.set(generation, Math.min(from, first.get(generation) ?? Infinity))
        last.set(generation, Math.max(to, last.get(generation) ?? 0))
      }
      // One that was dropped and begun anew begins later; generation 0 does so whenever it is made.
      const isGone = (generation: number, known: readonly [from: number, to: number][]): boolean =>
        (last.get(generation) ?? -1) < (known.at(-1)?.[1] ?? 0) ||
        (generation > 0 && (first.get(generation) ?? Infinity) > (known[0]?.[0] ?? 0))
      const gone = [...ranges].filter(([generation, known]) => isGone(generation, known))
      for (const [generation] of gone) ranges.delete(generation)
      return gone.map(([generation]) => generation)
    },
    young: () => [...ranges.keys()].filter((generation) => generation > 0),
    saved: () => [...ranges],
  }
}

function joined(ranges: [number, number][]): [number, number][] {
  const made: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = made.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else made.push([from, to])
  }
  return made
}
