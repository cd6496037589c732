import { expect, test } from 'vitest'
import { pausing } from './pause.ts'

/** Sends pieces of 16,000 bytes in as many exports as `counts`, each so many. @returns the pieces sent before each turn of others */
async function turnsOfOthers(counts: readonly number[]): Promise<number[]> {
  const pause = pausing()
  let sent = 0
  const turns: number[] = []
  const send = async (pieces: number): Promise<void> => {
    for (let at = 0; at < pieces; at += 1) {
      sent += 1
      // Only a pause lets it come between.
      setTimeout(() => turns.push(sent))
      await pause(16_000)
    }
  }
  await Promise.all(counts.map(send))
  return [...new Set(turns)]
}

test('while a file is sent, others have the thread after every 128,000 bytes', async () => {
  expect(await turnsOfOthers([40])).toEqual([8, 16, 24, 32, 40])
})

test('several files pause together, so that others wait no longer for them than for one', async () => {
  const turns = await turnsOfOthers([24, 24, 24])
  const pieces = turns.map((sent, at) => sent - (turns[at - 1] ?? 0))
  // Each of the others may have begun a piece before it hears of the pause.
  expect(Math.max(...pieces)).toBeLessThanOrEqual(8 + 2)
  expect(turns.at(-1)).toBe(72)
})
