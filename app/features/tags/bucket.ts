import { dayLabel } from '../../ui/moment.tsx'

/** "2026-11-05T04:00:00.000Z" → "5 Nov 04:00", and "5 Nov" for a bucket of a whole day. */
export const bucketLabel = (start: string, step: number): string =>
  step === 24 ? dayLabel(start.slice(0, 10)) : `${dayLabel(start.slice(0, 10))} ${start.slice(11, 16)}`

/** "hour", "4 hours", "day": what stands behind "per". */
export const stepWord = (step: number): string =>
  step === 24 ? 'day' : step === 1 ? 'hour' : `${step} hours`
