import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAppStore } from '#store/app/open.ts'
import { silent } from '#store/log.ts'
import { CannotStart } from './cannot-start.ts'
import { secretKey } from './secret-key.ts'

async function opened() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-secret-'))
  const store = await openAppStore({ file: join(dataFolder, 'app.sqlite') })
  onTestFinished(async () => {
    await store.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  const { settings } = store.installation
  return (of: { given?: string; isShared?: boolean; folder?: string }) =>
    secretKey({
      given: of.given,
      dataFolder: of.folder ?? dataFolder,
      settings,
      isShared: of.isShared ?? false,
      log: silent,
    })
}

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'noisefloor-secret-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('the key is made once, lies in a file of its owner alone, and is the same at every start', async () => {
  const keyIn = await opened()
  const at = folder()
  const first = await keyIn({ folder: at })
  expect(first).toHaveLength(32)
  expect(statSync(join(at, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(await keyIn({ folder: at })).toEqual(first)
  // The setting may say the same as the file.
  expect(await keyIn({ given: readFileSync(join(at, 'secret-key'), 'utf8').trim() })).toEqual(first)
})

test('a server on the database of others starts with their key, or not at all', async () => {
  const keyIn = await opened()
  const given = 'a key that several servers share, of 32 letters and more'
  const first = await keyIn({ given, isShared: true })
  expect(await keyIn({ given, isShared: true, folder: folder() })).toEqual(first)
  await expect(keyIn({ isShared: true, folder: folder() })).rejects.toThrow('another secret key')
  await expect(keyIn({ given: `${given}!`, isShared: true })).rejects.toThrow('another secret key')
})

test('on a store of its own a server whose file is lost starts with another key', async () => {
  const keyIn = await opened()
  const first = await keyIn({ folder: folder() })
  expect(await keyIn({ folder: folder() })).not.toEqual(first)
})

test('a key that is there and cannot be read is not replaced by another', async () => {
  const keyIn = await opened()
  // It lies on a disk that is not mounted, say, or leads nowhere; for a file of somebody else the system says EACCES.
  for (const target of ['elsewhere/secret-key', 'secret-key']) {
    const at = folder()
    symlinkSync(target, join(at, 'secret-key'))
    await expect(keyIn({ folder: at })).rejects.toBeInstanceOf(CannotStart)
    expect(readlinkSync(join(at, 'secret-key'))).toBe(target)
  }
})
