import { expect, test } from 'vitest'
import { collectGarbage } from '#model/collect-garbage.ts'
import { limits } from '#packet/limits.ts'
import type { Dissector } from '#packet/stream.ts'
import { asks, answers, type Piece, toPort } from './samples/stream.ts'
import { helloBody, records, serverName } from './samples/tls.ts'
import { applications } from './table.ts'

/** limits.keptBytes bounds what dissectors say that they keep: it is of use where that is what they hold. */

const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** A request of about 60,000 characters of which nobody keeps more than a few. */
const padded = (line: string, blank: string): Piece =>
  asks(line.replace('_', blank.repeat(60_000)) + '\r\n\r\n')

const hello = (ciphers: number, name: string): Piece => [
  'source',
  records(
    1,
    helloBody({
      ciphers: Array.from({ length: ciphers }, (_, at) => 20_000 + at),
      extensions: [serverName(name)],
    }),
  ),
]

/** What is sent, in how many streams, and how often in each: what a stream keeps once shows in many streams. */
const hostile: [what: string, piece: Piece, streams: number, messages: number][] = [
  ['hellos with thousands of ciphers', hello(30_000, 'h.test'), 2, 40],
  ['hellos with a long name', hello(1, 'n'.repeat(60_000)), 40, 1],
  ['requests with a long target', padded('GET /_ HTTP/1.1', 'a'), 2, 40],
  ['requests with blanks before the target', padded('GET _/as/long/as/a/slice HTTP/1.1', ' '), 2, 40],
  ['requests with blanks behind the method', padded('ASLONGASASLICE _/ HTTP/1.1', ' '), 2, 40],
  ['requests with a header of blanks', padded('GET / HTTP/1.1\r\nAs-Long-As-A-Slice:_', ' '), 2, 40],
  [
    'requests with a blank header of something',
    padded('GET / HTTP/1.1\r\nX: as/long/as/a/slice_', ' '),
    2,
    40,
  ],
  ['text behind a control character', asks(`${'x'.repeat(60_000)}\x01and as long as a slice`), 40, 1],
  ['lines typed letter by letter', asks('a\x08'.repeat(30_000)), 40, 1],
  [
    'requests behind something else',
    asks(`\x01\n${'x'.repeat(8000)} GET /as/long/as/a/slice HTTP/1.1\r\n\r\n`),
    2,
    80,
  ],
  ['a long name of the server', answers(`HTTP/1.1 200 OK\r\nServer: ${'s'.repeat(60_000)}\r\n\r\n`), 40, 1],
]

test.each(hostile)('of %s no more is held than is booked', (_what, piece, streams, messages) => {
  const before = heap()
  const dissectors: Dissector[] = []
  for (let i = 0; i < streams; i++) {
    const dissector = applications.open(toPort(443))
    for (let part = 0; part < messages; part++) dissector.push(piece[0], piece[1], 0)
    dissectors.push(dissector)
  }
  const held = heap() - before
  const booked = dissectors.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0)
  // Beside its texts a message has its objects, and a dissector its readers.
  expect(held).toBeLessThan(2 * booked + streams * messages * 3000)
  expect(limits.keptBytes).toBeGreaterThan(booked)
})

test('an identification of SSH is booked', () => {
  const dissector = applications.open(toPort(22))
  dissector.push('destination', Buffer.from(`SSH-2.0-${'x'.repeat(8000)}\r\n`), 0)
  expect(dissector.bufferedBytes).toBeGreaterThan(8000)
})
