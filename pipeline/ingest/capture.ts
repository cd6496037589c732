import { z } from 'zod'
import { refuse } from '#model/errors.ts'
import { type Enrichment, type Origin, origins, type Vantage, vantages } from '#model/session.ts'
import type { DissectReport } from '#packet/dissect.ts'
import type { Capture } from '#store/app/captures.ts'
import type { WorkspaceCaptures } from '#store/app/workspace.ts'
import type { Files } from '#store/files/files.ts'
import { type Log, silent } from '#store/log.ts'
import type { OpenBatch, Spool } from '../spool/spool.ts'
import { type RefusedCount, refusalReasons } from './admission.ts'
import type { DissectionTask } from './dissection/messages.ts'
import type { Dissection } from './dissection/open.ts'

/** What taking captures in needs. `files` holds captures and nothing else. */
export interface CaptureIngest {
  spool: Spool
  files: Files
  /** Where the rows of captures stand: those of the workspace, or of all. */
  captures: Pick<WorkspaceCaptures, 'enter'>
  dissection: Dissection
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
  /** As whoever uploads it names it, or the id of the sensor that sent it. */
  sensor: string
  /** A sensor sent it by its own token: what it wrote beside packets is believed. Its batch has an id. */
  isOfSensor?: boolean
  /** Another server may have taken it in as well: what is stored of it is left out. */
  mayBeStored?: boolean
  /** Asked before the batch is committed; what it throws ends the work with nothing left behind. */
  beforeCommit?: () => Promise<void>
  /** What the capture was taken at. */
  vantage: Vantage
  origin: Origin
  /** Moves all times so that the last packet is at `now`. */
  shiftToNow: boolean
  /** Instead of that: what is added to all times, milliseconds. */
  shiftMs?: number
  /** Milliseconds since 1970 UTC. */
  now: number
  /** Ends the work and leaves nothing behind, up to the moment when the batch is committed. */
  signal?: AbortSignal
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
  /** With the rest, what it takes to make the sessions again; what an older release wrote is restored unpublished. */
  published: z.boolean().default(false),
  sensor: z.string().default('capture'),
  /** Sessions by day of their origin, "live 2026-03-15". */
  days: z.record(z.string(), z.number()).default({}),
  refused: z.array(z.object({ reason: z.enum(refusalReasons), count: z.number() })),
})
export type CaptureRecord = z.infer<typeof captureRecord>

/**
 * Takes a capture in: keeps its content, dissects and enriches it, and puts its sessions into the spool as one batch.
 * When this resolves, all of it is durable; when it throws, none of it is there (the content, the sessions, the row).
 * A batch id known beforehand costs a look-up only; the body is then left unread.
 * Throws `unreadable-capture`, `too-large`, `busy` with Retry-After, and what `body` throws.
 */
export async function ingestCapture(ingest: CaptureIngest, input: CaptureInput): Promise<CaptureReceipt> {
  const { receipt, confirm } = await takeCapture(ingest, input)
  confirm()
  return receipt
}

/**
 * The same for whoever writes down more than the capture's row: until `confirm` the spool remembers that a crash may have come between,
 * and that the batch may have been taken elsewhere.
 */
export async function takeCapture(
  ingest: CaptureIngest,
  input: CaptureInput,
): Promise<{ receipt: CaptureReceipt; confirm: () => void }> {
  const { spool, files } = ingest
  const repeated = (receipt: unknown) => ({
    receipt: receiptOf(captureRecord.parse(receipt), true),
    confirm: () => undefined,
  })
  const named = namedKey(input)
  const known = named === null ? null : spool.find(named)
  if (known) return repeated(known.receipt)
  spool.admit()
  ingest.dissection.admit(input.workspace)
  ingest.dissection.expect()
  const stored = await files.put(input.body, { limit: ingest.limit })
  const content = { ...stored }
  let batch: OpenBatch | null = null
  try {
    const key = named ?? contentKey(input, stored.sha256)
    const begun = await spool.begin(key, { mayBeStored: input.mayBeStored ?? false })
    if (begun.kind === 'duplicate') {
      await files.remove(stored.id)
      return repeated(begun.receipt)
    }
    batch = begun
    const earlier = captureRecord.safeParse(begun.earlier?.receipt).data?.capture
    if (earlier) {
      // What is stored of it belongs to that capture, and so will the rest.
      content.id = earlier.id
      if (earlier.sha256 !== stored.sha256) throw otherContent(earlier.sha256)
      await files.replace(earlier.id, stored.id)
    }
    const record = await dissectInto(ingest, { ...input, key, content }, batch)
    input.signal?.throwIfAborted()
    await input.beforeCommit?.()
    await batch.commit(record, { pending: true })
    const isEntered = await enterRow(ingest, key, record)
    return { receipt: receiptOf(record, false), confirm: () => void (isEntered && spool.confirm(key)) }
  } catch (error) {
    await batch?.abort()
    // The content of a capture that was accepted before stays: it is what its sessions can be made of.
    await files.remove(stored.id)
    throw error
  }
}

const otherContent = (sha256: string): Error =>
  refuse(
    'conflict',
    `This batch id was accepted before with other content (SHA-256 ${sha256}), of which sessions were lost: send that content again, or use another id.`,
  )

const sensorPrefix = 'sensor:'

const namedKey = ({ batchId, isOfSensor, sensor, workspace }: CaptureInput): string | null => {
  if (batchId === undefined) return null
  return isOfSensor ? batchOfSensor(sensor, batchId) : `capture:${workspace}:${batchId}`
}

/** Id of the batch of a sensor's capture: a sensor is of one workspace, and cannot name a batch of another's. */
export const batchOfSensor = (sensor: string, id: string): string => `${sensorPrefix}${sensor}:${id}`

export const isOfSensor = (batch: string): boolean => batch.startsWith(sensorPrefix)

/** Demo data can be removed whole: what was there as such must not keep the same content from coming as live. */
const contentKey = ({ workspace, origin, shiftToNow }: CaptureInput, sha256: string): string =>
  `capture:${workspace}:sha256=${sha256}${shiftToNow ? ':shifted' : ''}${origin === 'live' ? '' : `:${origin}`}`

/** What the sessions of a stored capture are made of. */
export interface StoredCapture extends Pick<
  CaptureInput,
  | 'name'
  | 'workspace'
  | 'published'
  | 'sensor'
  | 'vantage'
  | 'origin'
  | 'shiftToNow'
  | 'shiftMs'
  | 'now'
  | 'signal'
> {
  /** Id of the batch. */
  key: string
  content: { id: string; sha256: string; bytes: number }
}

/** Dissects a stored capture in a thread and appends its sessions to a batch. */
export async function dissectInto(
  {
    files,
    enrich,
    retentionDays,
    dissection,
  }: Pick<CaptureIngest, 'files' | 'enrich' | 'retentionDays' | 'dissection'>,
  capture: StoredCapture,
  batch: OpenBatch,
): Promise<CaptureRecord> {
  const { key, name, workspace, published, sensor, vantage, origin, now, signal, content } = capture
  const { id, sha256, bytes } = content
  const task: DissectionTask = {
    path: files.path(id),
    batch: key,
    stamp: { origin, workspace, published, sensor, vantage, capture: id },
    shift: capture.shiftToNow ? { to: now } : { by: capture.shiftMs ?? 0 },
    admission: { now, retentionDays },
    isOfSensor: isOfSensor(key),
  }
  const days: Record<string, number> = {}
  const { report, sessions, refused, shiftMs } = await dissection.dissect(task, {
    facts: (ip) => enrich(ip, origin),
    take(encoded) {
      for (const [day, count] of Object.entries(encoded.days)) days[day] = (days[day] ?? 0) + count
      return batch.appendEncoded(encoded)
    },
    ...(signal && { signal }),
  })
  return {
    kind: 'capture',
    capture: { id, workspace, name, sha256, bytes, shiftMs, sessions, report, origin, vantage, created: now },
    published,
    sensor,
    days,
    refused,
  }
}

/** The batch is accepted by now: a row that fails to be written is made up for by `repairCaptures`. @returns whether it stands */
export async function enterRow(
  { captures, log = silent }: Pick<CaptureIngest, 'captures' | 'log'>,
  key: string,
  record: CaptureRecord,
): Promise<boolean> {
  try {
    await captures.enter(rowOf(key, record))
    return true
  } catch (error) {
    log.error(
      { error, capture: record.capture.id },
      'ingest: the row of an accepted capture is missing until repaired',
    )
    return false
  }
}

export const rowOf = (
  batch: string,
  { capture, published, sensor, days, refused }: CaptureRecord,
): Capture => ({ ...capture, report: { ...capture.report }, batch, published, sensor, days, refused })

/** What the spool kept of a capture, by its row; null for a row that no capture has. */
export const recordOf = ({ published, sensor, days, refused, ...capture }: Capture): CaptureRecord | null =>
  captureRecord.safeParse({ kind: 'capture', capture, published, sensor, days, refused }).data ?? null

/** Says in the receipt of a batch what its capture was taken at: its row may have to be entered from there again. */
export function setKindOfBatch({ promises }: Spool, batch: string, vantage: Vantage): void {
  const record = captureRecord.safeParse(promises.find(batch)?.receipt).data
  if (record) promises.amend(batch, { ...record, capture: { ...record.capture, vantage } })
}

const receiptOf = ({ capture, refused }: CaptureRecord, duplicate: boolean): CaptureReceipt => ({
  id: capture.id,
  duplicate,
  sessions: capture.sessions,
  refused,
  report: capture.report,
  shiftMs: capture.shiftMs,
  vantage: capture.vantage,
})
