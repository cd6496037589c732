import { z } from 'zod'
import { getSetting, getSettings, putSetting } from './settings.ts'
import type { AppDatabase } from './tables.ts'

const fetchState = z.object({
  from: z.array(z.string()).default([]),
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

/** What is remembered of a source beside its rows: where they came from, and the last attempt to fetch it. */
export interface FetchState {
  from: string[]
  /** Milliseconds since 1970 UTC; `lastError` "" while it goes on and after it went well. */
  attempt: { at: number; failures: number; lastError: string } | null
}

export interface FetchStates {
  /** By name of source. */
  all(): Promise<Map<string, FetchState>>
  get(name: string): Promise<FetchState>
  /** Rows were imported: where they came from. */
  saveOrigins(name: string, from: readonly string[]): Promise<void>
  saveAttempt(name: string, attempt: FetchState['attempt']): Promise<void>
}

const prefix = 'source/'
const nothing: FetchState = { from: [], attempt: null }
const max = { origins: 20, originLength: 500 }

export function fetchStates(db: AppDatabase): FetchStates {
  const get = async (name: string): Promise<FetchState> =>
    (await getSetting(db, prefix + name, fetchState)) ?? nothing
  return {
    all: () => getSettings(db, prefix, fetchState),
    get,
    saveOrigins: (name, from) =>
      putSetting(db, prefix + name, {
        from: from.slice(0, max.origins).map((text) => text.slice(0, max.originLength)),
        attempt: null,
      }),
    async saveAttempt(name, attempt) {
      const { from } = await get(name)
      await putSetting(db, prefix + name, { from, attempt })
    },
  }
}
