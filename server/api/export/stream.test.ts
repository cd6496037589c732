import { expect, test } from 'vitest'
import { streamOf } from './stream.ts'

const nothing = (): void => undefined
const failed = (error: unknown): never => {
  throw error
}

/**
 * Takes files of so many pieces of 16,000 bytes, all at once and as fast as they come; nothing else is waited for.
 * @returns how many pieces had been made each time that others had the thread
 */
async function madeMeanwhile(files: readonly number[]): Promise<number[]> {
  let made = 0
  const seen = new Set<number>()
  async function* file(pieces: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < pieces; at += 1) {
      made += 1
      setTimeout(() => seen.add(made))
      yield new Uint8Array(16_000)
    }
  }
  const take = async (pieces: number): Promise<void> => {
    const options = { onSent: nothing, onIdle: nothing, onFailed: failed, onCancelled: nothing }
    for await (const piece of streamOf(file(pieces), options)) expect(piece).toHaveLength(16_000)
  }
  await Promise.all(files.map(take))
  return [...seen]
}

test('while a file is sent, others have the thread after every 128,000 bytes', async () => {
  expect(await madeMeanwhile([40])).toEqual([8, 16, 24, 32, 40])
})

test('several files pause together, so that others wait no longer for them than for one', async () => {
  const made = await madeMeanwhile([24, 24, 24])
  // Each of the others may have made a piece before it hears of the pause.
  expect(Math.max(...made.map((pieces, at) => pieces - (made[at - 1] ?? 0)))).toBeLessThanOrEqual(8 + 2)
  expect(made.at(-1)).toBe(72)
})
