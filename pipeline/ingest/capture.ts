import { z } from 'zod'
import {
  type Enrichment,
  type Origin,
  origins,
  type Session,
  type Vantage,
  vantages,
} from '#model/session.ts'
import { dissect, type DissectReport } from '#packet/dissect.ts'
import { captureSpan } from '#packet/span.ts'
import { type Capture, enterCapture } from '#store/app/captures.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import type { Files } from '#store/files/files.ts'
import { type Log, silent } from '../spool/log.ts'
import type { OpenBatch, Spool } from '../spool/spool.ts'
import { openAdmission, type RefusedCount, refusalReasons, sessionIds } from './admission.ts'

/** What taking captures in needs. `files` holds captures and nothing else. */
export interface CaptureIngest {
  spool: Spool
  files: Files
  app: AppDatabase
  enrich: (ip: string, origin: Origin) => Enrichment
  retentionDays: number
  /** Largest capture taken, bytes as sent. */
  limit: number
  log?: Log
}

export interface CaptureInput {
  body: AsyncIterable<Uint8Array>
  name: string
  /** Chosen by the sender; by default the content, the workspace, the origin and the shift make the batch. */
  batchId?: string
  workspace: string
  published: boolean
  sensor: string
  /** What the capture was taken at. */
  vantage: Vantage
  origin: Origin
  /** Moves all times so that the last packet is at `now`. */
  shiftToNow: boolean
  /** Milliseconds since 1970 UTC. */
  now: number
  signal?: AbortSignal
  onProgress?: (progress: { bytes: number; packets: number; sessions: number }) => void
}

export interface CaptureReceipt {
  /** Id of the capture, also of its content in `files`. */
  id: string
  /** True when this batch had been accepted before; the rest is then what was answered first. */
  duplicate: boolean
  /** Sessions accepted. */
  sessions: number
  refused: RefusedCount[]
  report: DissectReport
  /** What was added to the capture's times, milliseconds. */
  shiftMs: number
  vantage: Vantage
}

const report = z.custom<DissectReport>(
  (value) => typeof value === 'object' && value !== null && 'packets' in value,
)

/** What the spool keeps of a capture: the answer, and all its row is made of, should a crash prevent the row. */
export const captureRecord = z.object({
  kind: z.literal('capture'),
  capture: z.object({
    id: z.string(),
    workspace: z.string(),
    name: z.string(),
    sha256: z.string(),
    bytes: z.number(),
    shiftMs: z.number(),
    sessions: z.number(),
    report,
    origin: z.enum(origins),
    // Batches of releases that did not ask came from sensors.
    vantage: z.enum(vantages).default('sensor'),
    created: z.number(),
  }),
  refused: z.array(z.object({ reason: z.enum(refusalReasons), count: z.number() })),
})
type CaptureRecord = z.infer<typeof captureRecord>

/**
 * Takes a capture in: keeps its content, dissects and enriches it, and puts its sessions into the spool as one batch.
 * When this resolves, all of it is durable; when it throws, none of it is there (the content, the sessions, the row).
 * A batch id known beforehand costs a look-up only; the body is then left unread.
 * Throws `unreadable-capture`, `too-large`, `busy` with Retry-After, and what `body` throws.
 */
export async function ingestCapture(ingest: CaptureIngest, input: CaptureInput): Promise<CaptureReceipt> {
  const { spool, files } = ingest
  const named = input.batchId === undefined ? null : `capture:${input.workspace}:${input.batchId}`
  const known = named === null ? null : spool.find(named)
  if (known) return receiptOf(captureRecord.parse(known.receipt), true)
  spool.admit()
  const stored = await files.put(input.body, { limit: ingest.limit })
  let batch: OpenBatch | null = null
  try {
    const key = named ?? contentKey(input, stored.sha256)
    const begun = await spool.begin(key)
    if (begun.kind === 'duplicate') {
      await files.remove(stored.id)
      return receiptOf(captureRecord.parse(begun.receipt), true)
    }
    batch = begun
    const record = await dissectInto(ingest, input, { ...stored, key }, batch)
    await batch.commit(record, { pending: true })
    await enterRow(ingest, key, record)
    return receiptOf(record, false)
  } catch (error) {
    await batch?.abort()
    await files.remove(stored.id)
    throw error
  }
}

/** Demo data can be removed whole: what was there as such must not keep the same content from coming as live. */
const contentKey = ({ workspace, origin, shiftToNow }: CaptureInput, sha256: string): string =>
  `capture:${workspace}:sha256=${sha256}${shiftToNow ? ':shifted' : ''}${origin === 'live' ? '' : `:${origin}`}`

async function dissectInto(
  { files, enrich, retentionDays }: CaptureIngest,
  input: CaptureInput,
  content: { id: string; sha256: string; bytes: number; key: string },
  batch: OpenBatch,
): Promise<CaptureRecord> {
  const { id, sha256, bytes, key } = content
  const { name, workspace, published, sensor, vantage, origin, now } = input
  const shiftMs = input.shiftToNow ? await shiftTo(now, await files.open(id)) : 0
  const idOf = sessionIds(key)
  const admission = openAdmission({ now, retentionDays })
  let index = 0
  let sessions = 0
  const report = await dissect(
    await files.open(id),
    async (conversations) => {
      const made = conversations.map((conversation): Session => ({
        ...conversation,
        id: idOf(index++),
        origin,
        workspace,
        published,
        sensor,
        vantage,
        capture: id,
        sourceFacts: enrich(conversation.source.ip, origin),
        destinationFacts: enrich(conversation.destination.ip, origin),
      }))
      const admitted = admission.admit(made)
      sessions += admitted.length
      await batch.append(admitted)
    },
    {
      shiftMs,
      ...(input.signal && { signal: input.signal }),
      ...(input.onProgress && { onProgress: input.onProgress }),
    },
  )
  return {
    kind: 'capture',
    capture: { id, workspace, name, sha256, bytes, shiftMs, sessions, report, origin, vantage, created: now },
    refused: admission.refused(),
  }
}

async function shiftTo(now: number, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { lastPacket } = await captureSpan(content)
  return lastPacket === null ? 0 : now - lastPacket
}

/** The batch is accepted by now: a row that fails to be written is made up for by `repairCaptures`. */
async function enterRow(
  { app, spool, log = silent }: CaptureIngest,
  key: string,
  record: CaptureRecord,
): Promise<void> {
  try {
    await enterCapture(app, rowOf(record))
    spool.settle(key)
  } catch (error) {
    log.error(
      { error, capture: record.capture.id },
      'ingest: the row of an accepted capture is missing until repaired',
    )
  }
}

export const rowOf = ({ capture }: CaptureRecord): Capture => ({ ...capture, report: { ...capture.report } })

const receiptOf = ({ capture, refused }: CaptureRecord, duplicate: boolean): CaptureReceipt => ({
  id: capture.id,
  duplicate,
  sessions: capture.sessions,
  refused,
  report: capture.report,
  shiftMs: capture.shiftMs,
  vantage: capture.vantage,
})
