import type { z } from 'zod'
import type { AppDatabase } from './tables.ts'

/** A value the product remembers under a name; null when there is none. Throws when it does not fit `shape`. */
export async function getSetting<T>(db: AppDatabase, key: string, shape: z.ZodType<T>): Promise<T | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row ? shape.parse(JSON.parse(row.value)) : null
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
    .where('key', '>=', prefix)
    .where('key', '<', `${prefix}\uffff`)
    .execute()
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), shape.parse(JSON.parse(value))]))
}

/** Remembers any JSON value under a name, in place of what was there. */
export async function putSetting(db: AppDatabase, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}
