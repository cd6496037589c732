import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksOf } from './blocks.ts'

const limits = { bytes: 8, ms: 60_000 }

async function* inPieces(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function all(pieces: readonly string[]): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const block of blocksOf(inPieces(pieces), limits)) blocks.push(block)
  return blocks
}

test('however a text arrives, its blocks are the text, and end where lines do', async () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const blocks = await all(pieces)
      expect(blocks.map(({ bytes }) => bytes.toString()).join('')).toBe(pieces.join(''))
      for (const [at, { bytes, isRest }] of blocks.entries()) {
        const before = blocks[at - 1]?.bytes
        // Only a line that is longer than a block is divided.
        expect(isRest).toBe(before !== undefined && before.at(-1) !== 10)
        if (isRest) expect(before!.length).toBeGreaterThanOrEqual(limits.bytes)
        expect(bytes.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('a line does not wait for the next one, half a line does', async () => {
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one\ntw')
    await seen
    yield Buffer.from('o\n')
  }
  const { promise: seen, resolve } = Promise.withResolvers<void>()
  const blocks: string[] = []
  for await (const { bytes } of blocksOf(slow(), { bytes: 1000, ms: 5 })) {
    blocks.push(bytes.toString())
    resolve()
  }
  expect(blocks).toEqual(['one\n', 'two\n'])
})

test('nor where others keep coming without a pause', async () => {
  let sent = 0
  async function* steady(): AsyncGenerator<Uint8Array> {
    for (; sent < 10_000; sent += 1) {
      if (sent % 100 === 0) await sleep(1)
      yield Buffer.from('x\n')
    }
  }
  for await (const _ of blocksOf(steady(), { bytes: 1_000_000, ms: 5 })) break
  expect(sent).toBeLessThan(10_000)
})
