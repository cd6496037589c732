import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
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
})
