import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Direction } from '#packet/stream.ts'
import { conversations } from './samples/conversations.ts'
import { byteByByte, dissected, factsOf, toPort, type Piece } from './samples/stream.ts'
import { applications } from './table.ts'

const direction = fc.constantFrom<Direction>('source', 'destination')

/** Fragments of the protocols, so that random streams get past the first byte. */
const fragments = conversations.flatMap(({ pieces }) => pieces.map(([, bytes]) => bytes))
const piece = fc.tuple(direction, fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...fragments)))

/** Cuts every piece into parts at the places the numbers say. */
function cut(pieces: Piece[], sizes: number[]): Piece[] {
  let turn = 0
  return pieces.flatMap(([end, bytes]) => {
    const parts: Piece[] = []
    for (let at = 0; at < bytes.length;) {
      const size = sizes[turn++ % sizes.length]!
      parts.push([end, bytes.slice(at, at + size)])
      at += size
    }
    return parts
  })
}

function truncated(pieces: Piece[], length: number): Piece[] {
  let left = length
  return pieces.flatMap(([end, bytes]) => {
    const part = bytes.slice(0, left)
    left -= part.length
    return part.length > 0 ? [[end, part] as Piece] : []
  })
}

function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

describe('what is found depends on the bytes, not on how they are cut', () => {
  it.each(conversations)('$name: byte by byte as whole', ({ pieces, start }) => {
    expect(dissected(byteByByte(pieces), start)).toEqual(dissected(pieces, start))
  })

  it('any bytes, any pieces', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        sizes,
        fc.constantFrom(80, 22, 23, 443),
        (pieces, sizes, port) => {
          expect(dissected(cut(pieces, sizes), toPort(port))).toEqual(dissected(pieces, toPort(port)))
        },
      ),
      { numRuns: 600, seed: 20_261_121 },
    )
  })
})

describe('no bytes make a dissector throw', () => {
  it.each(conversations)('$name: cut off after every byte', ({ pieces, start }) => {
    const total = pieces.reduce((sum, [, bytes]) => sum + bytes.length, 0)
    for (let length = 0; length <= total; length++) {
      expect(dissected(truncated(pieces, length), start).protocols).toBeInstanceOf(Set)
    }
  })

  it.each(conversations)('$name: 100 mutations, which obey the law of pieces too', ({ pieces, start }) => {
    const random = randomNumbers(7)
    const next = (below: number): number => random.next().value % below
    for (let run = 0; run < 100; run++) {
      const mutated = pieces.map(([end, bytes]): Piece => {
        const copy = Uint8Array.from(bytes)
        for (let change = next(4); change >= 0; change--) copy[next(copy.length)] = next(256)
        return [end, next(8) === 0 ? copy.slice(0, next(copy.length)) : copy]
      })
      expect(dissected(cut(mutated, [1 + next(50)]), start)).toEqual(dissected(mutated, start))
    }
  })

  it('gaps anywhere', () => {
    const event = fc.oneof(
      piece.map(([end, bytes]) => ({ end, bytes, gap: 0 })),
      fc.tuple(direction, fc.nat(5000)).map(([end, gap]) => ({ end, bytes: new Uint8Array(), gap })),
    )
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 12 }),
        fc.constantFrom<'tcp' | 'udp'>('tcp', 'udp'),
        (events, transport) => {
          const dissector = applications.open({ ...toPort(80), transport })
          for (const { end, bytes, gap } of events) {
            if (gap > 0) dissector.gap(end, gap)
            else dissector.push(end, bytes, 0)
          }
          expect(factsOf(dissector).protocols).toBeInstanceOf(Set)
        },
      ),
      { numRuns: 600, seed: 20_261_121 },
    )
  })
})

describe('limits', () => {
  it('a stream of nothing but text without an end is given up', () => {
    const dissector = applications.open(toPort(80))
    const noise = new Uint8Array(65_536).fill(0x41)
    let pushes = 0
    while (pushes < 100 && dissector.push(pushes % 2 ? 'source' : 'destination', noise, 0)) pushes++
    expect(pushes).toBeLessThan(40)
  })

  it('thousands of requests are all counted, the first thousand kept', () => {
    const facts = dissected([['source', Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(2500))]])
    expect(facts.http?.requestCount).toBe(2500)
    expect(facts.http?.requests).toHaveLength(1000)
  })

  it('huge requests are all counted, and kept only as long as they fit', () => {
    const huge = Buffer.from(`GET / HTTP/1.1\r\n${`X: ${'v'.repeat(6000)}\r\n`.repeat(10)}\r\n`)
    const facts = dissected(Array.from({ length: 150 }, (): Piece => ['source', huge]))
    expect(facts.http?.requestCount).toBe(150)
    expect(facts.http?.requests.length).toBeGreaterThan(50)
    expect(facts.http?.requests.length).toBeLessThan(75)
  })
})
