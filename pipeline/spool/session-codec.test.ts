import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeSessions, encodeSessions, sessionCount, sessionLine, unpackedBytes } from './session-codec.ts'
import { sampleSession } from './testing.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    sampleSession(at.toString(16).padStart(32, '0'), {
      sourcePayload: new Uint8Array([40, 181, 47, 253, at]),
    }),
  )

test.each([1, 2, 10, 30, 100, 1000])('%i sessions come back as they were', async (count) => {
  const sessions = many(count)
  const body = await encodeSessions(sessions.map(sessionLine))
  expect([sessionCount(body), await decodeSessions(body)]).toEqual([count, sessions])
})

test('few sessions lie as they are, many are packed', async () => {
  const few = await encodeSessions(many(2).map(sessionLine))
  const more = await encodeSessions(many(1000).map(sessionLine))
  expect(few).toHaveLength(8 + unpackedBytes(few))
  expect(more.length).toBeLessThan(unpackedBytes(more) / 4)
})

test('few sessions that an earlier release packed are read', async () => {
  const sessions = many(1)
  const plain = Buffer.from(sessions.map(sessionLine).join('\n'))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(1)
  head.writeUInt32BE(plain.length, 4)
  expect(await decodeSessions(Buffer.concat([head, zstdCompressSync(plain)]))).toEqual(sessions)
})
