import { QueryFailed } from '../query/errors.ts'
import { whenMemoryIsFree } from '../query/memory.ts'
import type { Querier } from '../query/querier.ts'

/** Parts of one statement. */
const most = 100

/**
 * Removes marks that have been dealt with, part by part, since others come meanwhile. A part that was merged into another is no more; what it
 * held comes again with the merged one. In one statement where all are there: each costs the engine as much as many parts do.
 * @returns whether all were there
 */
export async function dropMarks(
  host: Querier,
  table: 'ip_dirty' | 'tag_stale',
  parts: readonly string[],
): Promise<boolean> {
  let were = true
  for (let from = 0; from < parts.length; from += most) {
    const some = parts.slice(from, from + most)
    if (await isDropped(host, table, some)) continue
    were = false
    if (some.length > 1) for (const part of some) await isDropped(host, table, [part])
  }
  return were
}

/** False where one of them is no more: then none is dropped, or some. */
async function isDropped(host: Querier, table: string, parts: readonly string[]): Promise<boolean> {
  const named = Object.fromEntries(parts.map((part, at) => [`part_${at}`, part]))
  const drops = parts.map((_, at) => `DROP PART {part_${at}: String}`).join(', ')
  try {
    await whenMemoryIsFree(() => host.command(`ALTER TABLE {local}.${table} ${drops}`, named))
    return true
  } catch (error) {
    if (!(error instanceof QueryFailed && error.type === 'NO_SUCH_DATA_PART')) throw error
    return false
  }
}
