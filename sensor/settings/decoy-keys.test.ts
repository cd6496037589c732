import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDecoyKeys } from './decoy-keys.ts'
import { type Folder, openFolder } from './folder.ts'

let folder: Folder
/** What is being written: nobody else waits for it. */
const writes: Promise<void>[] = []
beforeAll(async () => {
  const opened = await openFolder(await mkdtemp(join(tmpdir(), 'noisefloor-keys-')))
  folder = {
    ...opened,
    writeJson(...args) {
      const written = opened.writeJson(...args)
      writes.push(written)
      return written
    },
  }
})
// Where the next one writes the same file, or the folder is gone, it would fail.
afterEach(() => Promise.all(writes))
afterAll(() => rm(folder.path, { recursive: true, force: true }))

const failed = (error: unknown): never => {
  throw error
}

test('what a host showed once it shows after the next start, and nobody else reads it', async () => {
  const made = (await openDecoyKeys(folder, failed)).pem('ssh rsa', () => 'first')
  const file = join(folder.path, 'decoy-keys.json')
  await vi.waitFor(() => stat(file))
  expect((await openDecoyKeys(folder, failed)).pem('ssh rsa', () => 'second')).toBe(made)
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test.each(['{', '[1]', '{"ssh rsa":7}', ''])('a file that says %j is as good as none', async (text) => {
  await writeFile(join(folder.path, 'decoy-keys.json'), text)
  expect((await openDecoyKeys(folder, failed)).pem('ssh rsa', () => 'anew')).toBe('anew')
})
