import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refuse } from '#model/errors.ts'

/**
 * A cursor names a copy that an export was made from. With it the same rows can be fetched again, or from any address on,
 * for a day, and a later answer to the same query can be compared with that copy for 30 days. It is signed and
 * self-contained: any server process of the installation serves it.
 */
export interface Cursor {
  /** UUID of the copy. */
  snapshot: string
  /** Whole seconds since 1970 UTC. */
  madeAt: number
  /** Addresses in the copy. */
  rows: number
  /** The older copy this export was compared with, when it tells changes. */
  base: { snapshot: string; madeAt: number; rows: number } | null
}

const version = 1
const whole = z.number().int().nonnegative()
const content = z.tuple([
  z.literal(version),
  z.string(),
  z.string(),
  z.uuid(),
  whole,
  whole,
  z.tuple([z.uuid(), whole, whole]).nullable(),
])

const hashOf = (query: string): string => createHash('sha256').update(query).digest('base64url').slice(0, 22)

/** Scroll tokens are signed with the same secret: neither may pass for the other. */
const sign = (payload: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`export:${payload}`).digest()

export interface Holder {
  query: string
  /** Who may use it. */
  owner: string
  secret: Uint8Array
}

export function makeCursor(
  { snapshot, madeAt, rows, base }: Cursor,
  { query, owner, secret }: Holder,
): string {
  const payload = Buffer.from(
    JSON.stringify([
      version,
      hashOf(query),
      owner,
      snapshot,
      madeAt,
      rows,
      base && [base.snapshot, base.madeAt, base.rows],
    ]),
  ).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** @throws Refusal 'invalid-cursor' when the text is not ours, or belongs to somebody else or to another query. */
export function readCursor(text: string, { query, owner, secret }: Holder): Cursor {
  const [payload = '', signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = sign(payload, secret)
  if (text.length > 1024 || given.length !== right.length || !timingSafeEqual(given, right))
    throw refuse('invalid-cursor', 'The export cursor is not valid.')
  const [, hash, holder, snapshot, madeAt, rows, base] = content.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString()),
  )
  if (holder !== owner) throw refuse('invalid-cursor', 'The export cursor is not valid.')
  if (hash !== hashOf(query)) throw refuse('invalid-cursor', 'The export cursor belongs to another query.')
  return {
    snapshot,
    madeAt,
    rows,
    base: base && { snapshot: base[0], madeAt: base[1], rows: base[2] },
  }
}
