import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decompress } from './decompress.ts'

const frame = zstdCompressSync('a')
/** One that holds nothing (RFC 8878 §3.1.2). */
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])

async function unpacked(frames: readonly Buffer[], maxFrames?: number) {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.concat(frames)
  }
  let [text, isBroken] = ['', false]
  for await (const bytes of decompress(source(), 'zstd', () => (isBroken = true), maxFrames))
    text += Buffer.from(bytes).toString()
  return { text, isBroken }
}

test('frames of zstd behind each other are one content', async () => {
  expect(await unpacked([frame, skippable, frame, frame])).toEqual({ text: 'aaa', isBroken: false })
})

test('more frames than a content may have end it, whether they hold anything or not', async () => {
  for (const last of [frame, skippable]) {
    expect((await unpacked([frame, frame, last], 3)).isBroken).toBe(false)
    expect(await unpacked([frame, frame, last, frame], 3)).toMatchObject({ isBroken: true })
  }
})
