import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#model/errors.ts'
import type { IpOrder, OrderPlace } from '#model/ip-order.ts'

/**
 * A scroll token says where a walk over a query stands: which query, at which moment its relative times were fixed, and
 * the last address given, in which order. It is signed and self-contained, so any server process can continue any walk.
 */
export interface ScrollPosition {
  /** Milliseconds since 1970 UTC at which the walk began; relative times stay fixed to it. */
  startedAt: number
  order: IpOrder
  /** The last address handed out, and what it is ordered by. */
  after: OrderPlace
}

const lifetime = 24 * 3_600_000
const version = 1

const hashOf = (query: string): string => createHash('sha256').update(query).digest('base64url').slice(0, 22)

const sign = (payload: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(payload).digest()

export function makeScrollToken(
  query: string,
  { startedAt, order, after }: ScrollPosition,
  secret: Uint8Array,
): string {
  const payload = Buffer.from(
    JSON.stringify([
      version,
      hashOf(query),
      startedAt,
      after.ip,
      ...(order === 'ip' ? [] : [order, after.key]),
    ]),
  ).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** @throws Refusal 'invalid-cursor' when the token is not ours, is older than a day, or belongs to another query or order. */
export function readScrollToken(
  token: string,
  { query, order = 'ip' }: { query: string; order?: IpOrder | undefined },
  now: number,
  secret: Uint8Array,
): ScrollPosition {
  const [payload = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(payload, secret)
  if (token.length > 1024 || given.length !== right.length || !timingSafeEqual(given, right))
    throw refuse('invalid-cursor')
  const [made, hash, startedAt, ip, sortedBy = 'ip', key = 0] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [number, string, number, string, IpOrder?, number?]
  if (made !== version || now - startedAt > lifetime)
    throw refuse('invalid-cursor', 'The scroll token has expired: start again without it.')
  if (hash !== hashOf(query)) throw refuse('invalid-cursor', 'The scroll token belongs to another query.')
  if (sortedBy !== order) throw refuse('invalid-cursor', 'The scroll token belongs to another order.')
  return { startedAt, order, after: { ip, key } }
}
