import { z } from 'zod'
import type { AppDatabase } from '#store/app/tables.ts'
import { getSetting, getSettings, putSetting } from '#store/app/settings.ts'

/** What is remembered of a source beside its rows: where they came from, and the last attempt to fetch it. */
const fetchState = z.object({
  from: z.array(z.string()).default([]),
  /** Milliseconds since 1970 UTC; `lastError` "" while it goes on and after it went well. */
  attempt: z
    // Releases before this one wrote `trouble`.
    .object({
      at: z.number(),
      failures: z.number(),
      lastError: z.string().optional(),
      trouble: z.string().optional(),
    })
    .transform(({ at, failures, lastError, trouble = '' }) => ({
      at,
      failures,
      lastError: lastError ?? trouble,
    }))
    .nullable()
    .default(null),
})
export type FetchState = z.infer<typeof fetchState>

const quarter = 900_000
const longest = 86_400_000

/** When a source that could not be fetched is tried again: later each time, and once a day at least. */
export const againAt = ({ at, failures }: NonNullable<FetchState['attempt']>): number =>
  at + Math.min(longest, quarter * 2 ** Math.max(0, failures - 1))

const prefix = 'source/'
const nothing: FetchState = { from: [], attempt: null }
const most = { from: 20, text: 500 }

export const everyFetchState = (db: AppDatabase): Promise<Map<string, FetchState>> =>
  getSettings(db, prefix, fetchState)

export const fetchStateOf = async (db: AppDatabase, name: string): Promise<FetchState> =>
  (await getSetting(db, prefix + name, fetchState)) ?? nothing

export const saveOrigins = async (db: AppDatabase, name: string, from: readonly string[]): Promise<void> =>
  putSetting(db, prefix + name, {
    from: from.slice(0, most.from).map((text) => text.slice(0, most.text)),
    attempt: null,
  })

export async function saveAttempt(
  db: AppDatabase,
  name: string,
  attempt: FetchState['attempt'],
): Promise<void> {
  const { from } = await fetchStateOf(db, name)
  await putSetting(db, prefix + name, { from, attempt })
}
