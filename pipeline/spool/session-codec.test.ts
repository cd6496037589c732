import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import { toHex } from '#store/analytics/address.ts'
import { sessionLine } from '#store/analytics/sessions/line.ts'
import { rowOf, type SessionRow } from '#store/analytics/sessions/row.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'
import { proofs } from '#tags/proof/all.ts'
import {
  blockSessions,
  decodeSessions,
  encodeSessions,
  sessionCount,
  unpackedBytes,
} from './session-codec.ts'
import { sampleSession, throughSpool } from './testing.ts'

const many = (count: number, changes: Partial<Session> = {}): Session[] =>
  Array.from({ length: count }, (_, at) =>
    sampleSession(at.toString(16).padStart(32, '0'), {
      sourcePayload: new Uint8Array([40, 181, 47, 253, at]),
      ...changes,
    }),
  )

const wellFormed = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : Array.isArray(value) ? value.map(wellFormed) : value

/** Addresses are told apart by what they mean, not by how they are written. */
const meant = (type: string, value: unknown): unknown =>
  type === 'IPv6' ? toHex(String(value)) : wellFormed(value)

const valuesOf = (row: SessionRow) => ({
  ...Object.fromEntries(sessionColumns.map(({ name, type }) => [name, meant(type, row.value(name))])),
  known: [
    row.id,
    row.origin,
    row.workspace,
    row.published,
    row.direction,
    row.firstPacket,
    toHex(row.sourceIp),
  ],
})
const body = async (sessions: readonly Session[]): Promise<Buffer> => {
  const [first, ...others] = await encodeSessions(sessions)
  expect(others).toEqual([])
  return first!.body
}
const isBlock = (rows: readonly SessionRow[]): boolean => rows.every((row) => 'block' in row)

test.each([1, 2, blockSessions - 1, blockSessions, 100, 1000])(
  '%i sessions come back with every value they had',
  async (count) => {
    const sessions = many(count)
    const encoded = await body(sessions)
    const rows = await decodeSessions(encoded)
    expect(sessionCount(encoded)).toBe(count)
    expect(rows.map(valuesOf)).toEqual(sessions.map(rowOf).map(valuesOf))
    expect(isBlock(rows)).toBe(count >= blockSessions)
  },
)

test('every proof of every rule comes back with every value it had', async () => {
  const sessions = proofs.flatMap(({ fires, spares }) => [...fires, ...spares])
  const rows = await throughSpool(sessions, 1000)
  expect(isBlock(rows)).toBe(true)
  for (const [at, row] of rows.entries()) expect(valuesOf(row)).toEqual(valuesOf(rowOf(sessions[at]!)))
})

test('few sessions lie as they are, many are packed', async () => {
  const few = await body(many(2))
  const more = await body(many(1000))
  expect(few).toHaveLength(8 + unpackedBytes(few))
  expect(more.length).toBeLessThan(unpackedBytes(more) / 4)
})

test('few sessions that an earlier release packed are read', async () => {
  const sessions = many(1)
  const plain = Buffer.from(sessions.map(sessionLine).join('\n'))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(1)
  head.writeUInt32BE(plain.length, 4)
  const rows = await decodeSessions(Buffer.concat([head, zstdCompressSync(plain)]))
  expect(rows.map(valuesOf)).toEqual(sessions.map(rowOf).map(valuesOf))
})

describe('sessions that no block can hold are kept as they are', () => {
  test.each([
    ['a time that is none', { firstPacket: Number.NaN }],
    ['a value that its column cannot hold', { ttl: 'many' as unknown as number }],
  ])('%s', async (_, wrong) => {
    const sessions = [...many(50), sampleSession('f', wrong), ...many(50)]
    const rows = await decodeSessions(await body(sessions))
    expect(rows).toHaveLength(101)
    expect(isBlock(rows)).toBe(false)
    expect(JSON.parse(rows[50]!.line())).toEqual(JSON.parse(sessionLine(sessions[50]!)))
  })
})

test('sessions too large for one frame are of several, in their order, and each day counts its own', async () => {
  const large = many(40, { sourcePayload: new Uint8Array(500_000).fill(200) })
  for (const [at, session] of large.entries()) session.firstPacket += (at % 2) * 86_400_000
  const encoded = await encodeSessions(large)
  expect(encoded.length).toBeGreaterThan(1)
  const ids: string[] = []
  const days: Record<string, number> = {}
  for (const one of encoded) {
    expect(unpackedBytes(one.body)).toBeLessThan(10 << 20)
    for (const { id } of await decodeSessions(one.body)) ids.push(id)
    for (const [day, count] of Object.entries(one.days)) days[day] = (days[day] ?? 0) + count
  }
  expect(ids).toEqual(large.map(({ id }) => id))
  expect(days).toEqual({ 'live 2023-11-14': 20, 'live 2023-11-15': 20 })
})

test('a row of a block is a line that a person can read, with what quarantine counts by', async () => {
  const [row] = await throughSpool(many(blockSessions))
  expect(JSON.parse(row!.line())).toMatchObject({
    id: '0'.repeat(32),
    origin: 'live',
    firstPacket: 1_700_000_000_000,
    src_ip: '198.18.0.1',
    dst_port: 53,
  })
})
