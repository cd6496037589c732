import { mkdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliver, ids, open } from './delivering.ts'
import type { SpoolRange } from './reader.ts'
import { scratchFolder } from './testing.ts'

/** What the reader of the spool does when the disk fails it: nothing is handed out that is not written down, nothing twice. */

const idsOf = async (range: SpoolRange | null): Promise<string[]> =>
  ((await range?.sessions()) ?? []).map(({ id }) => id)

test('a range that could not be written down is not handed out, and after a crash it is what it was', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  await deliver(spool, 'a', 3)
  // Where the checkpoint is written to.
  const inTheWay = join(folder.path, 'checkpoint.new')
  await mkdir(inTheWay)
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(spool.take()).rejects.toThrow(/EISDIR/)
  await rmdir(inTheWay)
  const token = (await spool.take())?.token
  await deliver(spool, 'b', 2)
  await spool.close()
  const again = await open(folder.path)
  const range = await again.take()
  expect([range?.token, await idsOf(range)]).toEqual([token, ids('a', 3)])
  await again.close()
})

test('a range that is finished is not handed out again where the next one cannot be read', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path, { rangeBounds: { sessions: 2, bytes: 2 ** 24 } })
  await deliver(spool, 'a', 2)
  await deliver(spool, 'b', 2)
  const first = await spool.take()
  expect(await idsOf(first)).toEqual(ids('a', 2))
  const [segments, away] = [join(folder.path, 'segments'), join(folder.path, 'away')]
  await rename(segments, away)
  await expect(first?.finish()).rejects.toThrow(/ENOENT/)
  await rename(away, segments)
  await first?.finish()
  expect(await idsOf(await spool.take())).toEqual(ids('b', 2))
  expect(spool.status().undrainedSessions).toBe(2)
  await spool.close()
})
