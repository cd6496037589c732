export interface SpoolStatus {
  undrainedBytes: number
  undrainedSessions: number
  /** When the oldest batch that is not wholly stored was accepted; null when there is none. */
  oldestAt: number | null
  segments: number
  /** Bytes found damaged when the spool was opened: what was promised in them is among `promises.lost()`. */
  damagedBytes: number
}
