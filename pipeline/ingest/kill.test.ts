import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listCaptures } from '#store/app/captures.ts'
import { openAppStore } from '#store/app/open.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { openFiles } from '#store/files/files.ts'
import { runWorker } from '#tests/torture/worker.ts'
import { openSpool } from '../spool/spool.ts'
import { scratchFolder } from '../spool/testing.ts'
import { repairCaptures } from './repair.ts'

test('killed while taking captures in: each acknowledged one has its sessions once, its row and its content', async () => {
  await using folder = await scratchFolder()
  const store = await openAppStore({ file: join(folder.path, 'app.db') })
  const { id: workspace } = await createWorkspace(store.db, { name: 'w', publish: true, now: Date.now() })
  const accepted = new Map<string, number>()
  let next = 0
  let first = Promise.withResolvers<void>()
  const heard = (line: string): void => {
    const [word, number, sessions, id] = line.split(' ')
    if (word !== 'accepted' || id === undefined) return
    accepted.set(id, Number(sessions))
    first.resolve()
    next = Math.max(next, Number(number) + 1)
  }
  for (let kill = 0; kill < 5; kill++) {
    first = Promise.withResolvers<void>()
    // However long its threads take to start: each life accepts something before it ends in the middle of more.
    await runWorker('capture-worker.ts', [folder.path, workspace, String(next)], heard, async () => {
      await first.promise
      await sleep(50 + Math.random() * 300)
    })
  }

  const files = await openFiles({ dir: join(folder.path, 'files'), clock: Date.now })
  const spool = await openSpool({ dir: join(folder.path, 'spool'), clock: Date.now, minFreeBytes: 0 })
  const eightDays = 8 * 86_400_000
  await repairCaptures({ spool, files, captures: store.installation.captures }, Date.now() + eightDays)
  const stored = new Map<string, number>()
  const ids = new Set<string>()
  let total = 0
  for (let range = await spool.take(); range; range = await spool.take()) {
    for (const session of await range.sessions()) {
      const capture = String(session.value('capture'))
      stored.set(capture, (stored.get(capture) ?? 0) + 1)
      ids.add(session.id)
      total++
    }
    await range.finish()
  }
  const contents: string[] = []
  for await (const id of files.ids()) contents.push(id)
  const rows = await listCaptures(store.db, { workspace, limit: 100_000 })

  expect(accepted.size).toBeGreaterThanOrEqual(5)
  for (const [id, sessions] of accepted) expect(stored.get(id)).toBe(sessions)
  expect(ids.size).toBe(total)
  // Whatever is there is there whole: sessions, row and content go together.
  expect(rows.map(({ id, sessions }) => `${id} ${sessions}`).sort()).toEqual(
    [...stored].map(([id, sessions]) => `${id} ${sessions}`).sort(),
  )
  expect(contents.sort()).toEqual([...stored.keys()].sort())
  await spool.close()
  await store.close()
})
