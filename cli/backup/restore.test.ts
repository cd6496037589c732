import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { filesIn, manifestName, sumOf } from './manifest.ts'
import { restore } from './restore.ts'

const content = { 'secret-key': 'a secret', 'captures/0a/one': 'packets', 'noisefloor.db': 'rows' }
let folder = ''
const at = (name: string): string => join(folder, name)

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  folder = mkdtempSync(join(tmpdir(), 'noisefloor-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(at(`backup/${path}`)), { recursive: true })
    writeFileSync(at(`backup/${path}`), text)
  }
  await writeManifest()
})

async function writeManifest(): Promise<void> {
  const files = []
  for (const path of await filesIn(at('backup'))) files.push({ path, ...(await sumOf(at(`backup/${path}`))) })
  writeFileSync(
    at(`backup/${manifestName}`),
    JSON.stringify({ format: 1, version: '0.1.0', made: '2026-01-01T00:00:00Z', files }),
  )
}

const restored = (to: string): string[] =>
  Object.keys(content).map((path) => readFileSync(join(to, path), 'utf8'))

test('a file that stands where the data folder would be stays as it is', async () => {
  writeFileSync(at('data'), 'of somebody')
  await expect(restore(at('backup'), at('data'))).rejects.toThrow('no folder')
  expect(readFileSync(at('data'), 'utf8')).toBe('of somebody')
})

test('a backup stays one: nothing is restored into it', async () => {
  await expect(restore(at('backup'), at('backup/data'))).rejects.toThrow('is in the backup')
  await restore(at('backup'), at('data'))
  expect(restored(at('data'))).toEqual(Object.values(content))
})

test('of a backup that cannot be read nobody says that it is none', async () => {
  rmSync(at(`backup/${manifestName}`))
  mkdirSync(at(`backup/${manifestName}`))
  await expect(restore(at('backup'), at('data'))).rejects.toThrow('cannot be read (EISDIR)')
})

test('what comes into the data folder meanwhile stays, and nothing is restored', async () => {
  mkdirSync(at('data'))
  const running = restore(at('backup'), at('data'))
  // A service manager starts a server there.
  await vi.waitUntil(() => readdirSync(at('data')).length > 0 || existsSync(at('data.partial')), {
    interval: 1,
  })
  mkdirSync(at('data/spool'))
  await expect(running).rejects.toThrow('Nothing was restored: something else came')
  expect(readdirSync(at('data'))).toEqual(['spool'])
})

test('an empty folder that is there is filled, not replaced: it may be a link, a mounted disk, or all that this user may write', async () => {
  mkdirSync(at('disk'))
  symlinkSync(at('disk'), at('data'))
  const { ino } = statSync(at('disk'))
  await restore(at('backup'), at('data'))
  expect(statSync(at('data')).ino).toBe(ino)
  expect(restored(at('disk'))).toEqual(Object.values(content))
})

test('files of a backup that may only be read, or that everybody may read, are their owner’s afterwards', async () => {
  chmodSync(at('backup/noisefloor.db'), 0o444)
  chmodSync(at('backup/secret-key'), 0o644)
  await restore(at('backup'), at('data'))
  for (const path of Object.keys(content)) expect(statSync(at(`data/${path}`)).mode & 0o777).toBe(0o600)
})

test('a file that is there and cannot be copied is not called missing', async () => {
  rmSync(at('backup/noisefloor.db'))
  symlinkSync('noisefloor.db', at('backup/noisefloor.db'))
  await expect(restore(at('backup'), at('data'))).rejects.toThrow(/Nothing was restored.*ELOOP/)
  expect(existsSync(at('data'))).toBe(false)
})

test('what a restore left that was killed while it copied is no content; what it moved into place is', async () => {
  mkdirSync(at('data/restore.partial/captures'), { recursive: true })
  mkdirSync(at('data/lost+found'))
  await restore(at('backup'), at('data'))
  expect(restored(at('data'))).toEqual(Object.values(content))
  expect(readdirSync(at('data'))).not.toContain('restore.partial')
  mkdirSync(at('torn/restore.partial'), { recursive: true })
  writeFileSync(at('torn/secret-key'), 'a secret')
  await expect(restore(at('backup'), at('torn'))).rejects.toThrow('did not end')
})

test.skipIf(process.getuid?.() !== 0)(
  'what root restores into a folder of the server’s user is that user’s',
  async () => {
    mkdirSync(at('data'))
    chownSync(at('data'), 4321, 4322)
    await restore(at('backup'), at('data'))
    for (const path of ['captures', 'captures/0a', ...Object.keys(content)])
      expect([path, statSync(at(`data/${path}`)).uid, statSync(at(`data/${path}`)).gid]).toEqual([
        path,
        4321,
        4322,
      ])
  },
)
