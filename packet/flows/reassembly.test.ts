import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tcp } from '../build/transport.ts'
import { limits } from '../limits.ts'
import { frames, only, type Packet } from '../testing/two-ends.ts'
import { Assembly } from './reassembly.ts'

/** Collects what is handed out; a hole shows as `<n>`. */
class Collected {
  text = ''
  bytes(_direction: string, bytes: Uint8Array): void {
    this.text += Buffer.from(bytes).toString('latin1')
  }
  hole(_direction: string, bytes: number): void {
    this.text += `<${bytes}>`
  }
}

type Piece = [sequence: number, text: string, missing?: number]

function assembled(begin: number | null, pieces: Piece[]): string {
  const assembly = new Assembly('source')
  const to = new Collected()
  if (begin !== null) assembly.begin(begin)
  for (const [sequence, text, missing] of pieces) {
    assembly.segment(sequence >>> 0, Buffer.from(text, 'latin1'), missing ?? 0, 0, to)
  }
  assembly.flush(to)
  expect(assembly.bufferedBytes).toBe(0)
  return to.text
}

describe('a stream of segments', () => {
  it.each<[string, Piece[], string]>([
    [
      'in order',
      [
        [10, 'ab'],
        [12, 'cd'],
      ],
      'abcd',
    ],
    [
      'out of order',
      [
        [12, 'cd'],
        [10, 'ab'],
        [14, 'e'],
      ],
      'abcde',
    ],
    [
      'sent twice',
      [
        [10, 'ab'],
        [10, 'ab'],
        [12, 'cd'],
        [11, 'bc'],
      ],
      'abcd',
    ],
    [
      'overlapping: what came first stands',
      [
        [10, 'abc'],
        [11, 'XXYZ'],
      ],
      'abcYZ',
    ],
    [
      'overlapping ahead of a gap: what came first stands',
      [
        [14, 'ef'],
        [12, 'XXXXgh'],
        [10, 'ab'],
      ],
      'abXXefgh',
    ],
    [
      'with a hole that never closes',
      [
        [10, 'ab'],
        [15, 'fg'],
      ],
      'ab<3>fg',
    ],
    [
      'cut by the snap length',
      [
        [10, 'ab', 3],
        [15, 'fg'],
      ],
      'ab<3>fg',
    ],
    [
      'cut and out of order',
      [
        [15, 'fg'],
        [10, 'ab', 3],
      ],
      'ab<3>fg',
    ],
  ])('%s', (_name, pieces, expected) => {
    expect(assembled(10, pieces)).toBe(expected)
    // The same around the wrap of the sequence number.
    expect(
      assembled(
        0xfffffffc,
        pieces.map(([at, ...rest]) => [at - 10 + 0xfffffffc, ...rest]),
      ),
    ).toBe(expected)
  })

  it('caught in the middle begins with the first segment seen', () => {
    expect(
      assembled(null, [
        [500, 'ab'],
        [498, 'zz'],
        [502, 'cd'],
      ]),
    ).toBe('abcd')
  })

  it('is the same however its segments are cut, doubled and shuffled', () => {
    const stream = Array.from({ length: 300 }, (_, i) => String.fromCharCode(33 + (i % 90))).join('')
    const cut = fc.record({ at: fc.nat(299), length: fc.integer({ min: 1, max: 60 }), order: fc.nat(1000) })
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 60 }), fc.nat(0xffffffff), (cuts, begin) => {
        const cover = Array.from({ length: 30 }, (_, i) => ({
          at: i * 10,
          length: 10,
          order: (i * 7919) % 1000,
        }))
        const pieces = [...cover, ...cuts]
          .sort((a, b) => a.order - b.order)
          .map(({ at, length }): Piece => [(begin + at) >>> 0, stream.slice(at, at + length)])
        expect(assembled(begin, pieces)).toBe(stream)
      }),
    )
  })

  it('holds no more than limits.pendingBytes for a gap', () => {
    const assembly = new Assembly('source')
    const to = new Collected()
    assembly.begin(0)
    for (let i = 0; i < 600; i++) {
      assembly.segment(1 + i * 1000, new Uint8Array(1000), 0, 0, to)
      expect(assembly.bufferedBytes).toBeLessThanOrEqual(limits.pendingBytes)
    }
    expect(to.text.startsWith('<1>')).toBe(true)
    expect(to.text).toHaveLength(3 + 600_000)
  })

  it('whose other end says what it read skips what that read, and of what it cannot have read lets the farthest go', () => {
    const assembly = new Assembly('source')
    const to = new Collected()
    assembly.begin(0)
    assembly.acknowledge(0)
    const send = (from: number, count: number, letter: string): void => {
      for (let i = 0; i < count; i++) {
        assembly.segment(from + i * 1000, Buffer.alloc(1000, letter), 0, 0, to)
        expect(assembly.bufferedBytes).toBeLessThanOrEqual(limits.pendingBytes)
      }
    }
    // Outside of every window.
    send(2 ** 30, 600, 'x')
    send(0, 2, 'a')
    expect(to.text).toBe('a'.repeat(2000))
    // The other end read what was not captured, as far as it says and no further.
    assembly.acknowledge(2500)
    assembly.acknowledge(2100)
    send(2 ** 30, 300, 'x')
    expect(to.text.slice(2000)).toBe('<500>')
    send(2500, 1, 'b')
    expect(to.text.slice(2005)).toBe('b'.repeat(1000))
    // Behind the gap lies what it read.
    assembly.acknowledge(600_000)
    send(4500, 300, 'c')
    expect(to.text.slice(3005)).toBe(`<1000>${'c'.repeat(300_000)}`)
    expect(to.text).not.toContain('x')
  })

  it('that holds nothing any more keeps waiting at a gap where the other end waits', () => {
    const assembly = new Assembly('source')
    const to = new Collected()
    assembly.begin(0)
    assembly.acknowledge(0)
    assembly.segment(5, Buffer.from('late'), 0, 0, to)
    assembly.release(to)
    expect(assembly.bufferedBytes).toBe(0)
    assembly.segment(0, Buffer.from('first'), 0, 0, to)
    expect(to.text).toBe('first')
  })
})

it('a request that a destination read is read, whatever was sent before it outside of its window', async () => {
  const [sourcePort, destinationPort] = [40_000, 80]
  const sent = (sequence: number, flags: string, acknowledgment: number, payload = ''): Packet => [
    'client',
    tcp({ sourcePort, destinationPort, sequence, acknowledgment, flags, payload }),
  ]
  const back = { sourcePort: destinationPort, destinationPort: sourcePort }
  const request = 'GET /evil HTTP/1.1\r\nHost: h.test\r\n\r\n'
  const one = await only(
    frames([
      sent(1000, 'S', 0),
      ['server', tcp({ ...back, sequence: 5000, acknowledgment: 1001, flags: 'SA' })],
      sent(1001, 'A', 5001),
      ...Array.from({ length: 200 }, (_, i) => sent(1001 + 2 ** 30 + i * 1400, 'A', 5001, 'x'.repeat(1400))),
      sent(1001, 'PA', 5001, request),
      ['server', tcp({ ...back, sequence: 5001, acknowledgment: 1001 + request.length, flags: 'A' })],
    ]),
  )
  expect(one.http?.requests).toMatchObject([{ uri: '/evil' }])
  expect(Buffer.from(one.sourcePayload).toString()).toContain('GET /evil')
})
