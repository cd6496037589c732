import type { ErrorCode } from '#model/errors.ts'
import type { Enrichment, Session } from '#model/session.ts'
import type { DissectReport } from '#packet/dissect.ts'
import type { EncodedSessions } from '../../spool/session-codec.ts'
import type { RefusedCount } from '../admission.ts'

/** What a thread needs to make the sessions of a stored capture. */
export interface DissectionTask {
  /** File of the content. */
  path: string
  /** The batch's id: the ids of its sessions are made of it. */
  batch: string
  /** What every session of the capture carries. */
  stamp: Pick<Session, 'origin' | 'workspace' | 'published' | 'sensor' | 'vantage' | 'capture'>
  /** What a sensor wrote beside packets is believed. */
  isOfSensor: boolean
  /** Added to all times (milliseconds), or the instant at which the last packet is to be. */
  shift: { by: number } | { to: number }
  /** Sessions before or after what the store takes at this moment are refused. */
  admission: { now: number; retentionDays: number }
}

export interface DissectionOutcome {
  report: DissectReport
  /** Sessions admitted. */
  sessions: number
  refused: RefusedCount[]
  shiftMs: number
}

export type ToThread =
  | { kind: 'task'; task: DissectionTask }
  /** Facts of the addresses last asked for, in their order. */
  | { kind: 'facts'; facts: Enrichment[] }
  | { kind: 'taken' }

export type FromThread =
  | { kind: 'need-facts'; addresses: string[] }
  | { kind: 'sessions'; body: Uint8Array<ArrayBuffer>; days: EncodedSessions['days'] }
  | { kind: 'done'; outcome: DissectionOutcome }
  | { kind: 'refused'; code: ErrorCode; message: string; extra: Record<string, unknown> }
  | { kind: 'failed'; message: string; code: string }
