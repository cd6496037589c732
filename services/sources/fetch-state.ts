import type { FetchState } from '#store/app/fetch-states.ts'

const quarterHourMs = 900_000
const dayMs = 86_400_000

/** When a source that could not be fetched is tried again: later each time, and once a day at least. */
export const againAt = ({ at, failures }: NonNullable<FetchState['attempt']>): number =>
  at + Math.min(dayMs, quarterHourMs * 2 ** Math.max(0, failures - 1))
