import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuse } from '#model/errors.ts'
import { openSpool } from '../spool/spool.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { startDrain } from './drain.ts'
import type { DrainUnit } from './units.ts'

const sessions = Array.from({ length: 16 }, (_, at) =>
  sampleSession(`s${at}`, { sensor: at === 0 || at === 9 ? 'bad' : 'good' }),
)

const filesIn = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
    ),
  )

/**
 * Where 16 sessions end of which two are refused, when the process ends after so many questions to the store; `asked`: how many
 * there were in all. `before` and `after`: the files of what is set aside, at its end and when all is done.
 */
async function endedAfter(questions: number) {
  await using folder = await scratchFolder()
  const stored = new Map<string, string[]>()
  let asked = 0
  const openDrain = async (isOver: () => boolean) => {
    const spool = await openSpool({ dir: folder.path, clock: Date.now, minFreeBytes: 0 })
    const gone = Promise.withResolvers<void>()
    const store = async ({ token, sessions: some }: DrainUnit): Promise<void> => {
      if (isOver()) {
        gone.resolve()
        throw new Error('gone')
      }
      asked += 1
      if (some.some((session) => session.value('sensor') === 'bad')) throw refuse('invalid-input', 'bad')
      stored.set(
        token,
        some.map(({ id }) => id),
      )
    }
    const retry = { minMs: 1, maxMs: 5 }
    const drain = await startDrain({ spool, store, clock: Date.now, retry, refusalsPerRange: 4 })
    return { spool, drain, gone: gone.promise }
  }
  const first = await openDrain(() => asked >= questions)
  const batch = await first.spool.begin('all')
  if (batch.kind !== 'open') throw new Error('The batch is known.')
  await batch.append(sessions)
  await batch.commit({})
  await Promise.race([first.gone, first.drain.idle()])
  await first.drain.stop()
  await first.spool.close()
  const quarantine = join(folder.path, 'quarantine')
  const before = await filesIn(quarantine)
  const second = await openDrain(() => false)
  await second.drain.idle()
  await second.drain.stop()
  await second.spool.close()
  const after = await filesIn(quarantine)
  const setAside = Object.values(after)
    .join('')
    .match(/"id":"s\d+"/g)
    ?.map((found) => found.slice(6, -1))
  return { asked, stored: [...stored.values()].flat().sort(), setAside: setAside?.sort(), before, after }
}

test('a process that ends amid refusals leaves the next what sets aside and stores the same sessions', async () => {
  const { asked, stored, setAside } = await endedAfter(Infinity)
  expect([...stored, ...(setAside ?? [])].sort()).toEqual(sessions.map(({ id }) => id).sort())
  expect(stored).toHaveLength(6)
  for (let questions = 1; questions < asked; questions += 1)
    expect(await endedAfter(questions)).toMatchObject({ stored, setAside })
})

test('what was set aside before a restart keeps the reason that it was given', async () => {
  const { before, after } = await endedAfter(5)
  expect(Object.values(before)).toEqual([expect.stringContaining('{"error":"bad"')])
  expect(after).toMatchObject(before)
})
