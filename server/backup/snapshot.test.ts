import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

test('a second server is kept out of the folder after a backup of it, too', () => {
  const folder = dataFolder()
  const file = join(folder, 'spool', 'index.db')
  const index = openBatchIndex(file)
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
