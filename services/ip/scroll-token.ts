import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#model/errors.ts'

/**
 * A scroll token says where a walk over a query stands: which query, at which moment its relative times were fixed, and
 * the last address given. It is signed and self-contained, so any server process can continue any walk.
 */
export interface ScrollPosition {
  /** Milliseconds since 1970 UTC at which the walk began; relative times stay fixed to it. */
  startedAt: number
  /** The last address handed out. */
  after: string
}

const lifetime = 24 * 3_600_000
const version = 1

const hashOf = (query: string): string => createHash('sha256').update(query).digest('base64url').slice(0, 22)

const sign = (payload: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(payload).digest()

export function makeScrollToken(query: string, position: ScrollPosition, secret: Uint8Array): string {
  const payload = Buffer.from(
    JSON.stringify([version, hashOf(query), position.startedAt, position.after]),
  ).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** @throws Refusal 'invalid-cursor' when the token is not ours, is older than a day, or belongs to another query. */
export function readScrollToken(
  token: string,
  query: string,
  now: number,
  secret: Uint8Array,
): ScrollPosition {
  const [payload = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(payload, secret)
  if (token.length > 1024 || given.length !== right.length || !timingSafeEqual(given, right))
    throw refuse('invalid-cursor')
  const [made, hash, startedAt, after] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    string,
    number,
    string,
  ]
  if (made !== version || now - startedAt > lifetime)
    throw refuse('invalid-cursor', 'The scroll token has expired: start again without it.')
  if (hash !== hashOf(query)) throw refuse('invalid-cursor', 'The scroll token belongs to another query.')
  return { startedAt, after }
}
