import { createHash } from 'node:crypto'
import { Refusal, refuse } from '#model/errors.ts'
import type { Origin } from '#model/session.ts'
import { type BatchReceipt, batchBytes } from '#model/sensor/protocol.ts'
import { uuidV7Time } from '#store/identifier.ts'
import type { SensorBatch } from '#store/app/sensors/batches.ts'
import type { BatchClaim } from '#store/app/sensors/claims.ts'
import { takeCapture } from '#pipeline/ingest/capture.ts'
import type { AgentCtx } from './agent-ctx.ts'

export interface SentBatch {
  id: string
  body: AsyncIterable<Uint8Array>
  /** Of the body as sent, hex; null where nobody said. */
  sha256: string | null
  /** By the sensor's clock, milliseconds; null where nobody said. */
  sentAt: number | null
  signal: AbortSignal
}

/** Differences of clocks within this are left as they are: a delay makes as much. */
const correctedMs = 2000

/**
 * Takes a batch once, however often it is sent, and answers when its sessions are safe on disk.
 * @throws Refusal 'too-large', 'unreadable-capture', 'invalid-input' for a body that is not what was said, 'busy'
 */
export async function takeBatch(ctx: AgentCtx, sent: SentBatch): Promise<BatchReceipt> {
  const known = await batchReceipt(ctx, sent.id)
  if (known) return known
  const now = ctx.clock()
  const made = uuidV7Time(sent.id)
  if (made === null) throw refuse('invalid-input', 'A batch is named by a UUIDv7.')
  const skewMs = await skewNow(ctx, sent.sentAt, now)
  return storeBatch(ctx, sent, {
    name: `${ctx.sensor.name} ${new Date(now).toISOString()}`,
    origin: 'live',
    shiftMs: Math.abs(skewMs) > correctedMs ? skewMs : 0,
    receivedAt: () => now,
  })
}

interface Stored {
  name: string
  origin: Origin
  /** What is added to all times, milliseconds. */
  shiftMs: number
  /** When it is said to have been received, by the time of its last packet; null for a batch without one. */
  receivedAt(lastPacket: number | null): number
}

/** What a sensor sent becomes a capture, and a row that says so: the way of every batch, and of the demo's. */
export async function storeBatch(
  ctx: AgentCtx,
  sent: Pick<SentBatch, 'id' | 'body' | 'sha256' | 'signal'>,
  { receivedAt, ...as }: Stored,
): Promise<BatchReceipt> {
  const { sensor, workspace } = ctx
  const now = ctx.clock()
  const { batches } = workspace.sensors
  const claim = (at: number): BatchClaim => ({
    sensor: sensor.id,
    id: sent.id,
    spool: ctx.spool.name,
    now: at,
  })
  const claimed = await batches.claim(claim(now))
  let isCommitting = false
  if (claimed === 'taken') return known(await batchReceipt(ctx, sent.id))
  if (claimed === 'theirs') throw atIt()
  let bytes = 0
  const { receipt, confirm } = await takeCapture(
    {
      spool: ctx.spool,
      files: ctx.files,
      captures: workspace.captures,
      dissection: ctx.dissection,
      enrich: ctx.enrich,
      retentionDays: ctx.limits.retentionDays,
      limit: batchBytes,
      log: ctx.log,
    },
    {
      body: checked(sent, (length) => (bytes += length)),
      ...as,
      batchId: sent.id,
      workspace: workspace.id,
      published: ctx.publishes && sensor.publish,
      sensor: sensor.id,
      isOfSensor: true,
      mayBeStored: claimed === 'again',
      async beforeCommit() {
        if (!(await batches.renew(claim(ctx.clock())))) throw atIt()
        isCommitting = true
      },
      vantage: 'sensor',
      shiftToNow: false,
      now,
      signal: sent.signal,
    },
  ).catch(async (error: unknown) => {
    const end =
      claimed === 'first' && !isCommitting ? batches.forget(claim(now)) : batches.giveUp(claim(ctx.clock()))
    // Where the database is away the claim runs out by itself.
    await end.catch((cause: unknown) => ctx.log.warn({ err: cause }, 'sensors: a claim could not be ended'))
    throw error
  })
  const last = receipt.report.lastPacket
  const received = receivedAt(last)
  const batch: SensorBatch = {
    sensor: sensor.id,
    id: sent.id,
    capture: receipt.id,
    sessions: receipt.sessions,
    bytes,
    received,
  }
  await batches.enter({ ...batch, lagMs: last === null ? 0 : Math.max(0, received - last) })
  confirm()
  return receiptOf(batch, receipt.duplicate)
}

/** Another server has it under way, or had a minute ago: whoever asks again is told what became of it. */
const atIt = (): Refusal =>
  new Refusal('busy', { message: 'Another server is taking this batch in.', retryAfter: 5 })

function known(receipt: BatchReceipt | null): BatchReceipt {
  if (!receipt) throw atIt()
  return receipt
}

/** What became of a batch of this sensor; null for one that is not here. */
export async function batchReceipt(ctx: AgentCtx, id: string): Promise<BatchReceipt | null> {
  const known = await ctx.workspace.sensors.batches.get({ sensor: ctx.sensor.id, id })
  return known && receiptOf(known, true)
}

const receiptOf = ({ id, sessions, received }: SensorBatch, isRepeated: boolean): BatchReceipt => ({
  id,
  sessions,
  isRepeated,
  receivedAt: received,
})

/** What is to be added to the sensor's times: what heartbeats told, or this call, whichever is less. */
async function skewNow(ctx: AgentCtx, sentAt: number | null, now: number): Promise<number> {
  const health = (await ctx.workspace.sensors.get(ctx.sensor.id))?.health
  const own = sentAt === null ? null : now - sentAt
  const told = health?.skewMs ?? null
  if (own === null || told === null) return own ?? told ?? 0
  return Math.min(own, told)
}

/** The body, refused at its end where it is not what was said of it: what came before it is thrown away then. */
async function* checked(
  { body, sha256 }: Pick<SentBatch, 'body' | 'sha256'>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of body) {
    hash.update(chunk)
    count(chunk.length)
    yield chunk
  }
  if (sha256 !== null && hash.digest('hex') !== sha256.toLowerCase())
    throw refuse('invalid-input', 'The body is not what X-SHA256 says: send it again.')
}
