import type { AddressRange } from '#gnql/values/address.ts'
import type { AnalysisKind, AnalysisTotals } from '#model/analysis.ts'
import type { ErrorCode } from '#model/errors.ts'
import type { AnalysisResult } from './result-file.ts'

/** A stored content that is read for addresses or CVEs. */
export interface AnalysisTask {
  kind: AnalysisKind
  /** File of the content. */
  path: string
  /** Where the result is written (result-file.ts). */
  output: string
  /** Of a content that is still coming where it lies until it is whole; how much of it is there is told by 'grown'. */
  comesAt?: string
}

/** How far a task is. */
export interface AnalysisProgress {
  /** Bytes read, before anything is unpacked. */
  read: number
  totals: AnalysisTotals
  /** The addresses so far, where there are new ones; as of a result. */
  keys?: AnalysisResult['keys']
}

export type FromAnalysisThread =
  /** What is known inside blocks, in their order; no more than so many in all. */
  | { kind: 'need-known'; ranges: AddressRange[]; most: number }
  | ({ kind: 'progress' } & AnalysisProgress)
  | { kind: 'done'; totals: AnalysisTotals; read: number }
  | { kind: 'refused'; code: ErrorCode; message: string }
  | { kind: 'failed'; message: string }

export type ToAnalysisThread =
  | { kind: 'task'; task: AnalysisTask }
  /** Addresses inside each range (32 hex digits), in their order. */
  | { kind: 'known'; addresses: string[][] }
  /** So many bytes of the content are there; no more will come where it is whole. */
  | { kind: 'grown'; bytes: number; isWhole: boolean }
  /** Nobody waits any more: what is under way is put away. */
  | { kind: 'leave' }
