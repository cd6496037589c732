import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBatchIndex } from '#pipeline/spool/batch-index.ts'
import { expect, onTestFinished, test } from 'vitest'
import { takeSnapshot } from './snapshot.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-snapshot-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'spool'))
  mkdirSync(join(folder, 'backups', 'one'), { recursive: true })
  return folder
}

/** What another process says that opens the same index. */
function openedElsewhere(file: string): string {
  const module = pathToFileURL(join(import.meta.dirname, '../../pipeline/spool/batch-index.ts')).href
  const code = `import('${module}').then(({ openBatchIndex }) => openBatchIndex('${file}')).then(
    () => console.log('it was opened'), ({ message }) => console.log(message))`
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout
}

test('a second server is kept out of the folder after a backup of it, too', async () => {
  const folder = dataFolder()
  const file = join(folder, 'spool', 'index.db')
  const index = await openBatchIndex(file)
  onTestFinished(() => index.close())
  expect(openedElsewhere(file)).toContain('in use by another process')
  const to = join(folder, 'backups', 'one')
  expect(takeSnapshot({ dataFolder: folder, to, enginePid: null }).files).toBeGreaterThan(0)
  expect(openedElsewhere(file)).toContain('in use by another process')
  // What was copied is a whole database.
  expect(openedElsewhere(join(to, 'spool', 'index.db'))).toContain('it was opened')
})

test('a database that cannot be copied makes no backup', () => {
  const folder = dataFolder()
  writeFileSync(join(folder, 'noisefloor.db'), 'rows')
  const to = join(folder, 'backups', 'one')
  // Something of this name is in the way.
  mkdirSync(join(to, 'noisefloor.db'))
  expect(() => takeSnapshot({ dataFolder: folder, to, enginePid: null })).toThrow(
    'noisefloor.db was not copied',
  )
})

test('what the operator moved elsewhere and linked is in the backup, and what belongs to the file system is not', () => {
  const folder = dataFolder()
  const elsewhere = dataFolder()
  mkdirSync(join(elsewhere, '0a'))
  writeFileSync(join(elsewhere, '0a', 'one'), 'packets')
  symlinkSync(elsewhere, join(folder, 'captures'))
  mkdirSync(join(folder, 'lost+found'))
  const to = join(folder, 'backups', 'one')
  expect(takeSnapshot({ dataFolder: folder, to, enginePid: null })).toMatchObject({ files: 1, bytes: 7 })
  expect(readFileSync(join(to, 'captures', '0a', 'one'), 'utf8')).toBe('packets')
  expect(existsSync(join(to, 'lost+found'))).toBe(false)
})

const otherDisk = ['/tmp', '/dev/shm', '/var/tmp'].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
)

test.skipIf(otherDisk === undefined)(
  'what lies on another disk is named, and no backup is made without it',
  () => {
    const folder = dataFolder()
    const elsewhere = mkdtempSync(join(otherDisk ?? '', 'noisefloor-snapshot-'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }))
    mkdirSync(join(elsewhere, '0a'))
    writeFileSync(join(elsewhere, '0a', 'one'), 'packets')
    symlinkSync(elsewhere, join(folder, 'captures'))
    const to = join(folder, 'backups', 'one')
    expect(() => takeSnapshot({ dataFolder: folder, to, enginePid: null })).toThrow(
      'captures lies on another disk',
    )
  },
)
