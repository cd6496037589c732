import { maxAgeMs } from '../reports.ts'

/**
 * The pages of queries that were made last: who asks the same of the same documents, with a plan that reaches as far, gets what another
 * got, whatever else his page shows. Of nobody's own data; seconds old at most, since the times that a query names go on.
 */
export interface KeptQueries {
  /** @param asked all that the report depends on besides the documents and the time */
  get<R extends Report>(asked: unknown, make: () => Promise<Made<R>>): Promise<R>
}

/** A text that could not be understood has no answer to be kept. */
interface Report {
  ran: boolean
}

export interface Made<R> {
  report: R
  /** Bytes of its records as they are stored. */
  bytes: number
}

/** So many are kept, each of so many bytes as stored at most: a tenfold of that as objects. */
const max = { reports: 16, bytes: 128 * 1024 }

/** @param version another one after every change of what reports are made of @param clock milliseconds since 1970 UTC */
export function openKeptQueries({
  version,
  clock,
}: {
  version: () => string
  clock: () => number
}): KeptQueries {
  const kept = new Map<string, { at: number; version: string; report: Report }>()
  return {
    async get<R extends Report>(asked: unknown, make: () => Promise<Made<R>>): Promise<R> {
      const key = JSON.stringify(asked)
      // As they are before: what changes meanwhile may stand in the report or not.
      const [at, before] = [clock(), version()]
      const known = kept.get(key)
      const age = known ? at - known.at : -1
      if (known?.version === before && age >= 0 && age < maxAgeMs) return known.report as R
      const { report, bytes } = await make()
      kept.delete(key)
      if (report.ran && bytes <= max.bytes) kept.set(key, { at, version: before, report })
      for (const oldest of kept.keys()) {
        if (kept.size <= max.reports) break
        kept.delete(oldest)
      }
      return report
    },
  }
}
