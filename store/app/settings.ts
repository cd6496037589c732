import { crc32 } from 'node:zlib'
import type { z } from 'zod'
import type { AppDatabase } from './tables.ts'

/** The JSON of a value and its checksum; what an older release wrote has none. */
const written = (json: string): string => `${json}\n${sumOf(json)}`
const jsonOf = (value: string): string => value.split('\n')[0] ?? ''
const sumOf = (json: string): string => crc32(json).toString(16).padStart(8, '0')

/** Whether a stored value is what was written. */
export function isIntact(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [json = '', sum] = value.split('\n')
  if (sum !== undefined) return sum === sumOf(json)
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

/** A value the product remembers under a name; null when there is none. Throws when it does not fit `shape`. */
export async function getSetting<T>(db: AppDatabase, key: string, shape: z.ZodType<T>): Promise<T | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row ? shape.parse(JSON.parse(jsonOf(row.value))) : null
}

/** Every value whose name begins with `prefix`, by what follows it. Throws when one does not fit `shape`. */
export async function getSettings<T>(
  db: AppDatabase,
  prefix: string,
  shape: z.ZodType<T>,
): Promise<Map<string, T>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    // Not as a range: what lies between two texts is another thing in each locale that a PostgreSQL may have.
    .where(({ fn, val }) => fn('substr', ['key', val(1), val(prefix.length)]), '=', prefix)
    .execute()
  return new Map(
    rows.map(({ key, value }) => [key.slice(prefix.length), shape.parse(JSON.parse(jsonOf(value)))]),
  )
}

/** Remembers any JSON value under a name, in place of what was there. */
export async function putSetting(db: AppDatabase, key: string, value: unknown): Promise<void> {
  const text = written(JSON.stringify(value))
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}
