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

/** What a plan gives of files of packets (docs/plans.md). MB are a million bytes. */
export interface PcapLimits {
  /** MB of one file, and sessions in it. */
  fileSize: number
  sessions: number
  /** Files of a workspace that wait or are being made. */
  atOnce: number
  /** MB of all its files: with that many none is added. */
  keptSize: number
  keptDays: number
}

/** Of a plan that says nothing else. */
export const usualPcaps: PcapLimits = {
  fileSize: 1000,
  sessions: 1_000_000,
  atOnce: 5,
  keptSize: 8000,
  keptDays: 7,
}

export const megabyte = 1_000_000

/** What one file may be, as it was granted when it was asked for. */
export interface PcapGranted {
  bytes: number
  sessions: number
}

export const grantedBy = ({ fileSize, sessions }: PcapLimits): PcapGranted => ({
  bytes: fileSize * megabyte,
  sessions,
})

export const fits = ({ bytes, sessions }: PcapGranted, most: PcapGranted): boolean =>
  bytes <= most.bytes && sessions <= most.sessions

/** What a workspace has of them, those that are still being made by their estimates. */
export interface PcapUse {
  open: number
  bytes: number
}
