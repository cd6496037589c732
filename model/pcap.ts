/** Packets of sessions that somebody asked for, as one file (docs/decisions/0052). Times are milliseconds since 1970 UTC. */
export const pcapStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type PcapState = (typeof pcapStates)[number]

/** Which sessions: of a time, of some sensors or all, that match a query over sessions. */
export interface PcapWanted {
  /** First packets from `from` on and before `to`. */
  from: number
  to: number
  /** Names as sessions carry them; none: of all. */
  sensors: readonly string[]
  /** GNQL over sessions; `*` for all. */
  query: string
}

/** What it would be, before anything is read. */
export interface PcapEstimate {
  sessions: number
  packets: number
  /** Of the file, from above: what the sessions' frames and the format take. */
  bytes: number
  /** Stored captures that hold them, and their bytes: all of them are read. */
  captures: number
  readBytes: number
  seconds: number
}

export interface Pcap extends PcapWanted {
  id: string
  state: PcapState
  /** What was estimated when it was asked for. */
  estimate: PcapEstimate
  /** Captures read so far, packets found, bytes of the file. */
  captures: number
  packets: number
  bytes: number
  /** Of the file, lower-case hex; "" until it is whole. */
  sha256: string
  /** Why there is none; "" where nothing is wrong. */
  error: string
  created: number
  expires: number
}

/** The bounds of one file, of what a workspace may have waiting or running, and of all its files: with that many bytes none is added. */
export const pcapLimits = {
  bytes: 1_073_741_824,
  sessions: 1_000_000,
  open: 5,
  keptDays: 7,
  keptBytes: 8_589_934_592,
} as const
