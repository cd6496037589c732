import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCapture, knownCaptures } from '#store/app/captures.ts'
import { scratchFolder } from '../spool/testing.ts'
import { type Bench, capture, isStored, now, openBench, openHome } from './testing.ts'

/** Promises against a real engine: what is missing comes back once, or is named and taken again. */

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('sessions that left the store come back from the stored capture, each once', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  await home.send()
  await home.drain.idle()
  await home.round()
  expect(home.audit.status()).toMatchObject({ missing: [], restoredBatches: 0, batches: 1, checkedAt: now })
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE src_port IN (2, 4)')
  await home.round()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
  expect(home.audit.status()).toMatchObject({ missing: [], restoredBatches: 1 })
  await home.round()
  expect(home.audit.status()).toMatchObject({ missing: [], restoredBatches: 1 })
})

test('without its capture a batch is named, by day; the same upload is taken again and stores what is missing', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  const first = await home.send()
  await home.drain.idle()
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 3')
  await home.files.remove(first.id)
  await home.round()
  expect(home.audit.status().missing).toMatchObject([
    {
      name: 'monday.pcap',
      capture: first.id,
      days: { 'live 2026-11-01': 3 },
      sessions: 3,
      why: 'its capture is no longer stored',
    },
  ])
  const again = await home.send()
  expect(again).toMatchObject({ id: first.id, duplicate: false, sessions: 5 })
  await home.drain.idle()
  expect([await isStored(bench.analytics), home.audit.status().missing]).toEqual([[5, 5], []])
  expect(await home.send()).toMatchObject({ id: first.id, duplicate: true })
  await home.round()
  expect(home.audit.status().missing).toEqual([])
})

test('a stored capture that is damaged, too, is not what sessions are made of; other content is refused', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE 1')
  const path = home.files.path(id)
  const bytes = readFileSync(path)
  bytes[60] = (bytes[60] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await home.round()
  expect(home.audit.status().missing).toMatchObject([
    { sessions: 5, why: 'its stored capture is damaged, too' },
  ])
  await home.send()
  await home.drain.idle()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
  expect(readFileSync(path).equals(capture)).toBe(true)
})

test('the batch index and the captures restore each other', async () => {
  await using folder = await scratchFolder()
  let id = ''
  {
    await using home = await openHome(bench, folder.path)
    id = (await home.send()).id
    await home.drain.idle()
    await home.app.deleteFrom('captures').execute()
    await home.round()
    expect(await getCapture(home.app, id)).toMatchObject({
      name: 'monday.pcap',
      sensor: 'upload',
      published: true,
    })
    expect(home.audit.status()).toMatchObject({ restored: 1, missing: [] })
  }
  const index = new DatabaseSync(join(folder.path, 'spool', 'index.db'))
  index.exec("UPDATE batches SET receipt = replace(receipt, 'monday', 'sunday')")
  index.close()
  await using home = await openHome(bench, folder.path)
  await home.round()
  expect(home.audit.status()).toMatchObject({ restored: 1 })
  expect(await home.send()).toMatchObject({ id, duplicate: true })
})

test('a flipped byte in a row of captures: the row comes back from the batch index, and what is lost is restored', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  const broken = [{ report: '{"packets' }, { days: '[]' }, { refused: '{}' }, { origin: 'lave' }]
  // Values that could have been written are told by the checksum alone.
  const valid = [{ name: 'mondax.pcap' }, { sessions: 7 }, { published: 0 }, { batch: 'other' }]
  for (const damage of [...broken, ...valid]) {
    await home.app
      .updateTable('captures')
      .set({ kind: 'network', ...damage })
      .execute()
    expect([await getCapture(home.app, id), await knownCaptures(home.app, [id])]).toEqual([null, [id]])
    await home.round()
    // The last word about what it was taken at could still be read.
    expect(await getCapture(home.app, id)).toMatchObject({ name: 'monday.pcap', vantage: 'network' })
  }
  await home.app.updateTable('captures').set({ kind: 'netwerk' }).execute()
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 3')
  await home.round()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
  expect(home.audit.status()).toMatchObject({ restored: 9, restoredBatches: 1, missing: [] })
})

test('a damaged row of the batch index whose sessions are stored is named, and a new delivery doubles nothing', async () => {
  await using folder = await scratchFolder()
  const damage = (): void => {
    const index = new DatabaseSync(join(folder.path, 'spool', 'index.db'))
    index.exec("UPDATE batches SET receipt = replace(receipt, 'monday', 'sunday')")
    index.close()
  }
  const opening = () => openHome(bench, folder.path, { keepSessions: true })
  {
    await using home = await opening()
    await home.send()
    await home.drain.idle()
    await home.app.deleteFrom('captures').execute()
  }
  damage()
  {
    await using home = await opening()
    await home.round()
    await home.round()
    expect(home.audit.status().missing).toMatchObject([{ sessions: 0, why: 'its row is damaged' }])
    expect(await home.send()).toMatchObject({ duplicate: false, sessions: 5 })
    await home.drain.idle()
    expect([await isStored(bench.analytics), home.audit.status().missing]).toEqual([[5, 5], []])
    await home.app.deleteFrom('captures').execute()
  }
  damage()
  // Also when it comes before anybody looked at the row.
  await using home = await openHome(bench, folder.path)
  expect(await home.send()).toMatchObject({ duplicate: false, sessions: 5 })
  await home.drain.idle()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
})

test('what was removed on purpose is not restored', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  await home.send()
  await home.drain.idle()
  home.spool.promises.release(home.spool.promises.days())
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE 1')
  await home.app.deleteFrom('captures').execute()
  await home.round()
  expect(home.audit.status()).toMatchObject({ restoredBatches: 0, restored: 0, missing: [] })
})

/** Changes the batch index of a server that does not run. */
function changeIndex(folder: string, sql: string): void {
  const index = new DatabaseSync(join(folder, 'spool', 'index.db'))
  index.exec(sql)
  index.close()
}

test('a flipped byte in what is promised of a day: its batch says it again, and what is lost is restored', async () => {
  for (const change of [
    'sessions = 2',
    "day = 'live 2016-11-01'",
    "day = 'live 2026-1q-01'",
    "id = replace(id, 'capture', 'cbpture')",
    'sessions = 9223372036854775807',
  ]) {
    await using folder = await scratchFolder()
    {
      await using home = await openHome(bench, folder.path, { keepSessions: true })
      await home.send()
      await home.drain.idle()
    }
    changeIndex(folder.path, `UPDATE promised SET ${change}`)
    await using home = await openHome(bench, folder.path)
    await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 2')
    await home.round()
    expect(await isStored(bench.analytics), change).toEqual([5, 5])
    expect(home.audit.status(), change).toMatchObject({ missing: [], restoredBatches: 1, restored: 1 })
    expect(home.spool.promises.days()).toEqual(['live 2026-11-01'])
  }
})

test('what neither the batch index nor the captures know is named by what is promised of its days', async () => {
  for (const change of [
    "UPDATE batches SET receipt = replace(receipt, 'monday', 'sunday')",
    'DELETE FROM batches',
  ]) {
    await using folder = await scratchFolder()
    {
      await using home = await openHome(bench, folder.path)
      await home.send()
      await home.drain.idle()
      await home.app.deleteFrom('captures').execute()
    }
    changeIndex(folder.path, change)
    await using home = await openHome(bench, folder.path)
    await home.round()
    expect(home.audit.status().missing, change).toMatchObject([{ sessions: 5, why: 'its row is damaged' }])
    await home.send()
    await home.drain.idle()
    await home.round()
    expect([await isStored(bench.analytics), home.audit.status().missing]).toEqual([[5, 5], []])
  }
})

test('numbers in the batch index that no number of ours is hide no other row', async () => {
  await using folder = await scratchFolder()
  {
    await using home = await openHome(bench, folder.path, { keepSessions: true })
    await home.send()
    await home.drain.idle()
  }
  changeIndex(
    folder.path,
    'UPDATE batches SET at = 9223372036854775807, pending = 1, segment = 9223372036854775807',
  )
  await using home = await openHome(bench, folder.path)
  await home.round()
  expect(home.audit.status()).toMatchObject({ restored: 1, missing: [] })
  expect(await home.send()).toMatchObject({ duplicate: true, sessions: 5 })
})

test('a damaged row of captures that nothing can restore is said', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  home.spool.promises.release(home.spool.promises.days())
  await home.app.updateTable('captures').set({ sessions: 6 }).execute()
  await home.round()
  await home.round()
  expect(home.audit.status().databases).toEqual([
    `The row of capture ${id} is damaged, and the batch index does not promise it.`,
  ])
})

test('what cannot be read however often is left out of a round and named; the rest is compared, and rounds go on', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  const { id } = await home.send()
  await home.drain.idle()
  await bench.analytics.app.command('DELETE FROM {db}.sessions WHERE src_port <= 3')
  const path = home.files.path(id)
  renameSync(path, `${path}.aside`)
  // Reading a folder fails as a broken disk does: not as "there is none".
  mkdirSync(path)
  const { signal } = new AbortController()
  const round = async (): Promise<string[]> => {
    const failures: string[] = []
    for (let steps = 0; steps < 50; steps++) {
      const worked = await home.audit.step(signal).catch((error: Error) => failures.push(error.message))
      if (worked === false) return failures
    }
    throw new Error('The round does not end.')
  }
  const failures = await round()
  expect(failures.length).toBe(3)
  expect(home.audit.status()).toMatchObject({
    checkedAt: null,
    lastError: expect.stringContaining(failures[0] ?? ''),
    missing: [{ sessions: 3, why: expect.stringContaining(failures[0] ?? '') }],
  })
  rmdirSync(path)
  renameSync(`${path}.aside`, path)
  expect(await round()).toEqual([])
  await home.drain.idle()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
  expect(home.audit.status()).toMatchObject({
    checkedAt: now,
    lastError: null,
    missing: [],
    restoredBatches: 1,
  })
})
