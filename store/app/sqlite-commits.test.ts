import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { CompiledQuery, Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cutPower } from '#store/sqlite/testing.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

interface Rows {
  rows: { id: number; text: string }
}

let folder: string
let files: FileHandle
let file: string
let db: Kysely<Rows>
let at = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-commits-'))
  files = Object.getPrototypeOf(await opened()) as FileHandle
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  file = join(folder, `${(at += 1)}.db`)
  db = new Kysely<Rows>({ dialect: nodeSqliteDialect(file) })
  await db.schema.createTable('rows').addColumn('id', 'integer').addColumn('text', 'text').execute()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
})

async function opened(): Promise<FileHandle> {
  const handle = await open(join(folder, 'any'), 'w')
  await handle.close()
  return handle
}

const enter = async (id: number, text = ''): Promise<void> =>
  void (await db.insertInto('rows').values({ id, text }).execute())

/** Ids in a copy of the file, and of its log if there is one. */
async function idsIn(data: Uint8Array, log?: Uint8Array): Promise<number[]> {
  const copy = join(folder, `copy-${(at += 1)}.db`)
  await writeFile(copy, data)
  if (log) await writeFile(`${copy}-wal`, log)
  const read = new DatabaseSync(copy)
  try {
    expect(read.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return read
      .prepare('SELECT id FROM rows ORDER BY id')
      .all()
      .map(({ id }) => Number(id))
  } finally {
    read.close()
  }
}

const now = async (): Promise<{ data: Buffer; log: Buffer }> => ({
  data: await readFile(file),
  log: await readFile(`${file}-wal`),
})

/** Calls `before` before anything is written to the disk, and `after` behind it. */
function watchDisk(before: () => Promise<void>, after: () => void = () => undefined): void {
  const datasync = files.datasync
  vi.spyOn(files, 'datasync').mockImplementation(async function (this: FileHandle) {
    await before()
    await datasync.call(this)
    after()
  })
}

describe('a commit', () => {
  test('that was waited for stands in the file, without its log', async () => {
    await enter(1)
    expect(await idsIn(await readFile(file))).toEqual([1])
    const returned = await db.insertInto('rows').values({ id: 2, text: '' }).returning('id').execute()
    expect(returned).toEqual([{ id: 2 }])
    expect(await idsIn(await readFile(file))).toEqual([1, 2])
    await db.transaction().execute(async (within) => {
      await within.insertInto('rows').values({ id: 3, text: '' }).execute()
      expect(await idsIn(await readFile(file))).toEqual([1, 2])
    })
    expect(await idsIn(await readFile(file))).toEqual([1, 2, 3])
  })

  test('holds up nobody but who wants the database', async () => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 1)
    watchDisk(() => sleep(50))
    const entered = enter(1).then(() => ticks)
    const read = db.selectFrom('rows').select('id').execute()
    expect(await read).toEqual([{ id: 1 }])
    expect(await entered).toBeGreaterThan(2)
    clearInterval(ticking)
  })

  test('of nothing takes no time of the disk', async () => {
    const disk = vi.spyOn(files, 'datasync')
    await db.transaction().execute((within) => within.selectFrom('rows').select('id').execute())
    await db.selectFrom('rows').select('id').execute()
    expect(disk).not.toHaveBeenCalled()
  })

  test('that fails leaves nothing that a reader waits for', async () => {
    await db.schema.createIndex('each').unique().on('rows').column('id').execute()
    await enter(1)
    const disk = vi.spyOn(files, 'datasync')
    await expect(enter(1)).rejects.toThrow('UNIQUE')
    await db.selectFrom('rows').select('id').execute()
    expect(disk).not.toHaveBeenCalled()
  })

  test('that the disk refuses does not count, and none after it', async () => {
    vi.spyOn(files, 'datasync').mockRejectedValueOnce(new Error('EIO'))
    await expect(enter(1)).rejects.toThrow('EIO')
    await expect(enter(2)).rejects.toThrow('EIO')
    await expect(db.selectFrom('rows').select('id').execute()).resolves.toHaveLength(2)
  })
})

/** Cuts the power before each time that the disk is written. @param check is told what the database holds then */
async function cutAtSyncs(isSince: () => boolean, check: (ids: number[]) => void): Promise<void> {
  let [onDisk, written] = [await now(), await now()]
  let isLog = true
  watchDisk(
    async () => {
      written = await now()
      for (let times = 0; times < 4; times += 1)
        check(
          await idsIn(
            cutPower(onDisk.data, written.data, isSince),
            cutPower(onDisk.log, written.log, isSince),
          ),
        )
    },
    () => {
      // First the log, then the file.
      onDisk = isLog ? { ...onDisk, log: written.log } : { ...onDisk, data: written.data }
      isLog = !isLog
    },
  )
}

const coins = fc.infiniteStream(fc.boolean())
const sizes = fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 8 })

describe('a power cut at any moment leaves', () => {
  test('what counted, and the commit under way whole or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, coins, async (sizes, coins) => {
        await db.deleteFrom('rows').execute()
        const counted: number[] = []
        await cutAtSyncs(
          () => coins.next().value,
          (ids) => expect([counted, [...counted, counted.length]]).toContainEqual(ids),
        )
        for (const [id, size] of sizes.entries()) {
          await enter(id, 'x'.repeat(size))
          counted.push(id)
        }
        vi.restoreAllMocks()
      }),
      { numRuns: 15 },
    )
  })

  test('what a run before left in the log, though others come over it there', async () => {
    const before = new DatabaseSync(file)
    before.exec('PRAGMA wal_autocheckpoint = 0')
    for (const id of [0, 1, 2]) before.exec(`INSERT INTO rows VALUES (${id}, '')`)
    const left = await now()
    before.close()
    await fc.assert(
      fc.asyncProperty(coins, async (coins) => {
        await db.destroy()
        file = join(folder, `${(at += 1)}.db`)
        await writeFile(file, left.data)
        await writeFile(`${file}-wal`, left.log)
        db = new Kysely<Rows>({ dialect: nodeSqliteDialect(file) })
        await db.selectFrom('rows').select('id').execute()
        await cutAtSyncs(
          () => coins.next().value,
          (ids) =>
            expect([
              [0, 1, 2],
              [0, 1, 2, 3],
            ]).toContainEqual(ids),
        )
        await enter(3, 'x'.repeat(9000))
        vi.restoreAllMocks()
      }),
      { numRuns: 30 },
    )
  })
})

describe('SQLite waits for the disk by itself', () => {
  const waits = (): unknown => settingOf(db)

  test('not while nobody else has the file', async () => {
    await enter(1)
    expect(await waits()).toBe(0)
  })

  test('where somebody reads what stood there before', async () => {
    const reader = new DatabaseSync(file)
    reader.exec('BEGIN; SELECT * FROM rows')
    await enter(1)
    expect(await waits()).toBe(2)
    await enter(2)
    reader.exec('COMMIT')
    reader.close()
    await enter(3)
    expect(await idsIn(await readFile(file))).toEqual([1, 2, 3])
  })

  test('where somebody else writes', async () => {
    const writer = new DatabaseSync(file)
    writer.exec("INSERT INTO rows VALUES (1, '')")
    await enter(2)
    expect(await waits()).toBe(2)
    writer.close()
    expect(await idsIn(await readFile(file))).toEqual([1, 2])
  })
})

async function settingOf(of: Kysely<Rows>): Promise<unknown> {
  const { rows } = await of.executeQuery<{ synchronous: number }>(CompiledQuery.raw('PRAGMA synchronous'))
  return rows[0]?.synchronous
}
