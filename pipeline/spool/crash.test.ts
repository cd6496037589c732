import { copyFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deliver, drainIds, ids, open } from './delivering.ts'
import { recoverSegment } from './segment.ts'
import { scratchFolder } from './testing.ts'

describe('after a crash', () => {
  /** A spool of three batches (0, 1 and 2 sessions), closed, its segment's bytes, and where each batch ends. */
  async function threeBatches(home: string) {
    const spool = await open(home)
    const ends: number[] = []
    for (let index = 0; index < 3; index++) {
      await deliver(spool, `batch${index}`, index)
      ends.push(spool.status().undrainedBytes)
    }
    await spool.close()
    const path = join(home, 'segments', '0000000001.seg')
    return { ends, path, whole: await readFile(path) }
  }

  test('cut at every byte, the newest segment keeps every batch whose commit is whole', async () => {
    await using folder = await scratchFolder()
    const home = join(folder.path, 'spool')
    const { ends, path, whole } = await threeBatches(home)
    const victim = join(folder.path, 'victim')
    for (let length = 0; length <= whole.length; length++) {
      const kept = ends.filter((end) => end <= length).length
      await writeFile(path, whole.subarray(0, length))
      const { batches, damage } = await recoverSegment(join(home, 'segments'), 1)
      expect(batches.map(({ id }) => id)).toEqual(['batch0', 'batch1', 'batch2'].slice(0, kept))
      expect(damage).toEqual([])
      // The same through the whole door, without an index to lean on: at each end of a batch, beside it, and in between.
      if (length % 97 !== 0 && !ends.some((end) => Math.abs(end - length) <= 1)) continue
      await cp(home, victim, { recursive: true, filter: (source) => !source.includes('index.db') })
      const cut = await open(victim)
      expect(await drainIds(cut), `cut at ${length}`).toEqual(
        Array.from({ length: kept }, (_, index) => ids(`batch${index}`, index)).flat(),
      )
      for (let index = 0; index < 3; index++)
        expect(cut.find(`batch${index}`) !== null, `cut at ${length}`).toBe(index < kept)
      await cut.close()
    }
  })

  test('one damaged byte anywhere costs at most the batch it lies in', async () => {
    await using folder = await scratchFolder()
    const home = join(folder.path, 'spool')
    const { ends, path, whole } = await threeBatches(home)
    const victim = join(folder.path, 'victim')
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 0x41
      await writeFile(path, damaged)
      const hit = ends.findIndex((end) => at < end)
      const rest = [0, 1, 2].filter((index) => index !== hit)
      const { batches } = await recoverSegment(join(home, 'segments'), 1)
      expect(batches.map(({ id }) => id)).toEqual(rest.map((index) => `batch${index}`))
      if (at % 97 !== 0 && at !== whole.length - 1) continue
      await cp(home, victim, { recursive: true })
      const again = await open(victim)
      expect(again.status().damagedBytes, `damaged at ${at}`).toBeGreaterThan(0)
      expect(again.promises.lost().map(({ id }) => id)).toEqual([`batch${hit}`])
      expect(await drainIds(again)).toEqual(rest.flatMap((index) => ids(`batch${index}`, index)))
      // Promised and not there: the id is free for the same batch.
      expect(again.find(`batch${hit}`)).toBeNull()
      expect(await deliver(again, `batch${hit}`, hit)).toBe('accepted')
      expect(await drainIds(again)).toEqual(ids(`batch${hit}`, hit))
      expect(again.promises.lost()).toEqual([])
      expect(await deliver(again, `batch${hit}`, hit)).toEqual({ id: `batch${hit}`, count: hit })
      await again.close()
      await rm(victim, { recursive: true })
    }
  })

  test('a staging file left behind is removed', async () => {
    await using folder = await scratchFolder()
    await (await open(folder.path)).close()
    await writeFile(join(folder.path, 'staging', 'left'), 'x')
    const spool = await open(folder.path)
    expect(await readdir(join(folder.path, 'staging'))).toEqual([])
    await spool.close()
  })

  test('batches committed after a torn tail was cut off stand behind it whole', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    await deliver(spool, 'a', 2)
    await deliver(spool, 'b', 2)
    await spool.close()
    await truncate(join(folder.path, 'segments', '0000000001.seg'), spool.status().undrainedBytes - 1)
    const again = await open(folder.path)
    await deliver(again, 'c', 2)
    expect(await drainIds(again)).toEqual([...ids('a', 2), ...ids('c', 2)])
    await again.close()
  })
})

test('a batch that a power cut brought back beside its second delivery is handed out both times as one that may be stored', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  await deliver(spool, 'a', 3)
  await spool.close()
  // What was to be cut off, as it stood.
  const segments = join(folder.path, 'segments')
  const [name = ''] = await readdir(segments)
  await copyFile(join(segments, name), join(segments, name.replace('1.seg', '2.seg')))
  const again = await open(folder.path)
  const marks: boolean[] = []
  for (let range = await again.take(); range; range = await again.take()) {
    marks.push(range.again)
    await range.finish()
  }
  // Whoever stores it leaves out what is stored under another token.
  expect(marks).toEqual([true, true])
  await again.close()
})
