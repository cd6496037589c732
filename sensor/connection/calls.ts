import {
  type BatchReceipt,
  type EnrollAnswer,
  type EnrollRequest,
  type Heartbeat,
  type HeartbeatAnswer,
  hostLimits,
  type SensorConfig,
} from '#model/sensor/protocol.ts'
import { carriedOf, configOf, enrollAnswerOf, heartbeatAnswerOf, receiptOf } from '../wire/answers.ts'
import { snakeKeys } from '../wire/snake.ts'
import type { Answer, Connection } from './connection.ts'

/** The server said no. */
export class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number | null

  constructor({ status, body, retryAfterMs }: Answer) {
    const said = (body as { message?: unknown } | null)?.message
    super(`the server answered ${status}${typeof said === 'string' ? `: ${said.slice(0, 300)}` : ''}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(snakeKeys(value))),
})

function wanted(answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer
  throw new Refused(answer)
}

/** With as many addresses as the server takes; the filter of the capture names all that the host has. */
const within = <T extends { addresses: readonly string[] }>(said: T): T => ({
  ...said,
  addresses: said.addresses.slice(0, hostLimits.addresses),
})

const mostConfig = 4 << 20

export async function enroll(connection: Connection, request: EnrollRequest): Promise<EnrollAnswer> {
  const answer = await connection.call({
    method: 'POST',
    path: '/api/sensor/enroll',
    ...json(within(request)),
    mostBytes: mostConfig,
  })
  return enrollAnswerOf(wanted(answer, 201).body)
}

export async function heartbeat(
  connection: Connection,
  beat: Heartbeat,
  signal: AbortSignal,
): Promise<HeartbeatAnswer> {
  const answer = await connection.call({
    method: 'POST',
    path: '/api/sensor/heartbeat',
    ...json(within(beat)),
    signal,
  })
  return heartbeatAnswerOf(wanted(answer, 200).body)
}

/** Held by the server until there is a newer one; null when there was none for `seconds`. */
export async function configAfter(
  connection: Connection,
  version: number,
  seconds: number,
  signal: AbortSignal,
): Promise<SensorConfig | null> {
  const answer = await connection.call({
    method: 'GET',
    path: `/api/sensor/config?after=${version}&wait=${seconds}`,
    silenceMs: (seconds + 15) * 1000,
    mostBytes: mostConfig,
    signal,
  })
  return wanted(answer, 200, 204).status === 204 ? null : configOf(answer.body)
}

/** Whatever is answered: that the server has what it is known by, which is proved before a byte is said (connection/pinned.ts). */
export async function anyAnswer(connection: Connection): Promise<void> {
  // No configuration is newer, so that none is sent.
  await connection.call({ method: 'GET', path: '/api/sensor/config?after=2147483647&wait=0' })
}

export interface Batch {
  id: string
  encoding: 'zstd' | 'gzip'
  sha256: string
  bytes: Uint8Array
}

const pathOf = (id: string): string => `/api/sensor/batches/${id}`

export async function putBatch(
  connection: Connection,
  batch: Batch,
  sentAt: number,
  signal: AbortSignal,
): Promise<BatchReceipt> {
  const answer = await connection.call({
    method: 'PUT',
    path: pathOf(batch.id),
    headers: {
      'content-type': 'application/vnd.tcpdump.pcap',
      'content-encoding': batch.encoding,
      'x-sha256': batch.sha256,
      'x-sent-at': String(sentAt),
    },
    body: batch.bytes,
    signal,
  })
  return receiptFor(batch.id, wanted(answer, 200))
}

/** What became of a batch whose answer did not arrive; null when the server does not have it. */
export async function receiptOfBatch(
  connection: Connection,
  id: string,
  signal: AbortSignal,
): Promise<BatchReceipt | null> {
  const answer = await connection.call({ method: 'GET', path: pathOf(id), signal })
  return wanted(answer, 200, 404).status === 404 ? null : receiptFor(id, answer)
}

/** A proxy's "200 OK" is no receipt. */
function receiptFor(id: string, answer: Answer): BatchReceipt {
  const receipt = receiptOf(answer.body)
  if (receipt.id !== id) throw new Error('the receipt is of another batch')
  return receipt
}

export async function leave(connection: Connection): Promise<void> {
  wanted(await connection.call({ method: 'POST', path: '/api/sensor/leave' }), 204, 200)
}

/** The next connection that a transporter is to carry; null when there was none for `seconds`. */
export async function nextCarried(
  connection: Connection,
  seconds: number,
  signal: AbortSignal,
): Promise<{ id: string; port: number } | null> {
  const answer = await connection.call({
    method: 'GET',
    path: `/api/sensor/transporter/next?wait=${seconds}`,
    silenceMs: (seconds + 15) * 1000,
    signal,
  })
  return wanted(answer, 200, 204).status === 204 ? null : carriedOf(answer.body)
}
