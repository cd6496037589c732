import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'

/** A part of a table of ours: files that are written once and carry checksums. */
export interface Part {
  table: string
  name: string
  /** The partition as the engine prints it, "('live','2026-03-15')". */
  partition: string
  rows: number
}

export const activeParts = defineQuery({
  name: 'parts of our tables',
  params: z.object({}),
  row: z.object({ table: z.string(), name: z.string(), partition: z.string(), rows: count }),
  sql: `SELECT table, name, partition, rows FROM system.parts
WHERE active AND database = '{local}' ORDER BY modification_time DESC, table, name`,
  settings: { max_result_rows: 0 },
})

/** `fault`: what is wrong, in the engine's words. */
export type PartCheck = 'whole' | 'gone' | { fault: string }

const named = /^[\w-]+$/

/**
 * Reads a part whole and compares its checksums.
 * @returns 'gone' when there is no such part any more: it was merged into another, or replaced by a mutation
 */
export async function checkPart(host: Querier, { table, name }: Part): Promise<PartCheck> {
  if (!named.test(table) || !named.test(name)) throw new Error('A part has an unusual name.')
  const check = defineQuery({
    name: 'check of a part',
    params: z.object({}),
    row: z.object({ is_passed: z.coerce.number(), message: z.string() }),
    sql: `CHECK TABLE {local}.${table} PART '${name}'`,
    // One core, and answers part by part.
    settings: { check_query_single_value_result: 0, max_threads: 1 },
  })
  try {
    const [result] = await host.run(check, {})
    return result && result.is_passed === 0 ? { fault: result.message } : 'whole'
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'NO_SUCH_DATA_PART') return 'gone'
    throw error
  }
}

/** Takes a damaged part out of its table: what it holds is read by nobody any more, and its files are kept. */
export const setAside = async (host: Querier, { table, name }: Part): Promise<void> => {
  if (!named.test(table) || !named.test(name)) throw new Error('A part has an unusual name.')
  await host.command(`ALTER TABLE {local}.${table} DETACH PART '${name}'`)
}
