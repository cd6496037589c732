import type { Columns } from './column.ts'

/**
 * What the page of an address shows beside its record, derived with it, so that the page is one read. Neither the API's record
 * nor GNQL know these columns.
 */
export const beside = {
  /**
   * The busiest tags, ports and paths of the last 30 days, eight of each. One without a fact stands for all where there are too many
   * to be counted with the document, or to stand in it: the engine has them.
   */
  activity: {
    type: 'activity',
    place: 71,
  },
  /** All changes of the verdict, the newest first. Empty where there are more than the document has room for, and in what earlier releases made. */
  verdicts: {
    type: 'verdicts',
    place: 72,
  },
  /** What the reverse DNS answered ("confirmed", "other", "none", "failed"); "": it was not asked. */
  reverse_state: {
    type: 'word',
    place: 73,
  },
  /** When it was asked for what it answered. */
  reverse_asked: {
    type: 'moment',
    place: 74,
  },
  /** The days of the window on which it was seen, which charts count; empty in what earlier releases made. */
  active_days: {
    type: 'days',
    place: 75,
  },
} as const satisfies Columns
