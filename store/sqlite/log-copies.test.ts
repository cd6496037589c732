import fs from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type LogCopies, openLogCopies } from './log-copies.ts'
import { cutPower } from './testing.ts'

let folder: string
let handles: FileHandle
let file: string
let db: DatabaseSync
let copies: LogCopies
let disk: Disk | undefined
let at = 0
/** Copies begin early, so that many of them come to pass. */
const from = 30_000

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-log-'))
  const handle = await open(join(folder, 'any'), 'w')
  handles = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => opened())
afterEach(closed)

async function opened({ isAlone = true } = {}): Promise<void> {
  file = join(folder, `${(at += 1)}.db`)
  db = new DatabaseSync(file, { timeout: 0 })
  if (isAlone) db.exec('PRAGMA locking_mode = EXCLUSIVE')
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (id, text)')
  copies = await openLogCopies(file, db, from)
}

async function closed(): Promise<void> {
  disk?.free()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await copies.close()
}

function enter(id: number, size = 0): void {
  copies.beforeChange()
  db.prepare('INSERT INTO rows VALUES (?, ?)').run(id, 'x'.repeat(size))
  copies.afterChange()
}

interface Files {
  data: Buffer
  log: Buffer
}
const now = (): Files => ({ data: fs.readFileSync(file), log: fs.readFileSync(`${file}-wal`) })

/** Ids in a copy of the file and its log. */
async function idsIn({ data, log }: Files): Promise<number[]> {
  const copy = join(folder, `copy-${(at += 1)}.db`)
  await writeFile(copy, data)
  await writeFile(`${copy}-wal`, log)
  const read = new DatabaseSync(copy)
  try {
    expect(read.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const rows = read.prepare('SELECT id FROM rows ORDER BY id').all()
    return rows.map(({ id }) => Number(id))
  } finally {
    read.close()
  }
}

let cutOffs = 0

/** A disk that has what it was asked to write when `writes` is called, or at once after `free`. */
interface Disk {
  writes(): Promise<void>
  free(): void
  /** What a power cut at this moment leaves of the two files. */
  cut(): Files
}

function watchDisk(isSince: () => boolean): Disk {
  let onDisk = now()
  /** Whether the log was cut off and begun anew since the disk wrote it. */
  let wasCutOff = false
  let length = onDisk.log.length
  let isFree = false
  const asked: (() => void)[] = []
  const look = (): Files => {
    const written = now()
    if (written.log.length < length) cutOffs += 1
    wasCutOff ||= written.log.length < length
    length = written.log.length
    return written
  }
  const synced = (fd: number, written: Files, asOf = cutOffs): void => {
    if (fs.fstatSync(fd).ino === fs.statSync(file).ino) onDisk = { ...onDisk, data: written.data }
    // What the log held before it was cut off meanwhile has gone.
    else if (asOf === cutOffs) {
      onDisk = { ...onDisk, log: written.log }
      wasCutOff = false
    }
  }
  vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    const written = look()
    const asOf = cutOffs
    if (!isFree) await new Promise<void>((done) => void asked.push(done))
    look()
    synced(this.fd, written, asOf)
  })
  vi.spyOn(fs, 'fdatasyncSync').mockImplementation((fd) => synced(fd, look()))
  syncBuiltinESMExports()
  return {
    async writes() {
      asked.shift()?.()
      await turn()
    },
    free() {
      isFree = true
      asked.forEach((done) => done())
    },
    cut() {
      const { data, log } = look()
      // A file system cuts off before it gives the place away: there is the old log or the new one, and no mixture.
      const before = wasCutOff ? (isSince() ? Buffer.alloc(0) : null) : onDisk.log
      return {
        data: cutPower(onDisk.data, data, isSince),
        log: before ? cutPower(before, log, isSince) : onDisk.log,
      }
    },
  }
}

const step = fc.record({
  size: fc.nat({ max: 9000 }),
  behind: fc.constantFrom('nothing', 'disk', 'disk', 'sync'),
})

test('a power cut at any moment leaves what was synced, and of what came since a beginning', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.infiniteStream(fc.boolean()),
      async (steps, coins) => {
        await closed()
        await opened()
        const watched = (disk = watchDisk(() => coins.next().value))
        let promised = 0
        for (const [id, { size, behind }] of steps.entries()) {
          enter(id, size)
          if (behind === 'sync') void copies.sync().then(() => (promised = id + 1))
          if (behind !== 'nothing') await watched.writes()
          const ids = await idsIn(watched.cut())
          expect(ids.length).toBeGreaterThanOrEqual(promised)
          expect(ids).toEqual(steps.keys().take(ids.length).toArray())
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
  expect(cutOffs).toBeGreaterThan(40)
})

test('nobody waits for the disk while a log is copied, and it is cut off then', async () => {
  const waited = vi.spyOn(fs, 'fdatasyncSync')
  syncBuiltinESMExports()
  const { datasync } = handles
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 1)
  vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    await sleep(30)
    await datasync.call(this)
  })
  for (const id of [0, 1]) enter(id, 9000)
  await copies.copied()
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(2)
  expect(waited).not.toHaveBeenCalled()
  expect(now().log.length).toBe(0)
  expect(await idsIn(now())).toEqual([0, 1])
})

test('what changes while a copy is half way stands behind it, and waits for the disk', async () => {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  vi.spyOn(handles, 'datasync')
    .mockResolvedValueOnce()
    .mockImplementationOnce(() => {
      reached.resolve()
      return held.promise
    })
  const waited = vi.spyOn(fs, 'fdatasyncSync')
  syncBuiltinESMExports()
  for (const id of [0, 1]) enter(id, 9000)
  await reached.promise
  enter(2)
  held.resolve()
  await copies.copied()
  expect(waited).toHaveBeenCalledOnce()
  expect(await idsIn(now())).toEqual([0, 1, 2])
})

test('where the disk refuses to write, nothing changes any more, and nothing is said to be safe', async () => {
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('EIO'))
  for (const id of [0, 1]) enter(id, 9000)
  await copies.copied()
  expect(() => enter(2)).toThrow('EIO')
  await expect(copies.sync()).rejects.toThrow('EIO')
})

test('a log that the file cannot take whole is copied later, and nothing is lost or refused meanwhile', async () => {
  await closed()
  await opened({ isAlone: false })
  // Whoever reads what stood there before keeps the rest from being copied, as a full disk does.
  const reader = new DatabaseSync(file)
  reader.exec('BEGIN; SELECT * FROM rows')
  for (const id of [0, 1]) enter(id, 9000)
  await copies.copied()
  expect(now().log.length).toBeGreaterThan(from)
  expect(await idsIn(now())).toEqual([0, 1])
  reader.exec('COMMIT')
  reader.close()
  for (const id of [2, 3]) enter(id, 9000)
  await copies.copied()
  expect(now().log.length).toBe(0)
  expect(await idsIn(now())).toEqual([0, 1, 2, 3])
})

test('what is closed stands in the file alone', async () => {
  enter(0)
  await copies.close()
  expect(fs.existsSync(`${file}-wal`)).toBe(false)
  const read = new DatabaseSync(file)
  expect(read.prepare('SELECT id FROM rows').all()).toEqual([{ id: 0 }])
  read.close()
  await opened()
})
