import type { Files } from '#store/files/files.ts'

/** How long, and how much of each workspace, packets are kept. */
export interface PacketRetention {
  days: number
  /** Bytes as stored; null: no bound. */
  bytes: number | null
}

/** What files of packets are made with, of one server. */
export interface PcapParts {
  files: Files
  /** Those that this server is at, by id. */
  running: Map<string, RunningPcap>
  /** Something waits to be done. */
  wake(): void
}

export interface RunningPcap {
  cancel: AbortController
  captures: number
  packets: number
  bytes: number
}

export const openPcapParts = (files: Files, rest: Pick<PcapParts, 'wake'>): PcapParts => ({
  files,
  running: new Map(),
  ...rest,
})
