import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { CannotStart } from './cannot-start.ts'
import { filesFolder } from './files-folder.ts'

let home = ''
let apps: AppStore[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'noisefloor-files-folder-'))
  apps = []
})
afterEach(async () => {
  for (const app of apps) await app.close()
  rmSync(home, { recursive: true, force: true })
})

const made = (name: string): string => {
  mkdirSync(join(home, name), { recursive: true })
  return join(home, name)
}

/** An installation of its own, whose server is started with FILES_URL. */
async function installation(name: string) {
  const dataFolder = made(name)
  const app = await openAppStore({ file: join(dataFolder, 'noisefloor.db') })
  apps.push(app)
  return (folder: string | undefined) =>
    filesFolder({ dataFolder, filesFolder: folder }, Promise.resolve(app))
}

const refusal = (start: Promise<string>): Promise<string> =>
  start.then(
    () => 'it started',
    (error: unknown) => (error instanceof CannotStart ? error.message : String(error)),
  )

test('without FILES_URL files lie in the data folder, with it where it says, start after start', async () => {
  const start = await installation('one')
  const shared = made('shared')
  expect(await start(undefined)).toBe(join(home, 'one'))
  expect([await start(shared), await start(shared)]).toEqual([shared, shared])
})

test('a folder that is not there is told, and not made: its disk may not be mounted', async () => {
  const start = await installation('one')
  expect(await refusal(start(join(home, 'absent')))).toContain('absent of FILES_URL cannot be used (ENOENT)')
})

test('the folder of another installation is left alone, whether this one has a folder or none', async () => {
  const [one, other] = [await installation('one'), await installation('other')]
  const [first, second] = [made('first'), made('second')]
  await one(first)
  expect(await refusal(other(first))).toContain('belongs to another installation')
  await other(second)
  expect(await refusal(other(first))).toContain('belongs to another installation')
  expect(await one(first)).toBe(first)
})

test('an empty folder in place of the one that was used is told, with what goes on in it', async () => {
  const start = await installation('one')
  const [used, empty] = [made('used'), made('empty')]
  await start(used)
  const told = await refusal(start(empty))
  expect(told).toContain('is it mounted?')
  const mark = readFileSync(join(used, 'installation'), 'utf8').trim()
  expect(told).toContain(`write ${mark} into its file installation`)
  writeFileSync(join(empty, 'installation'), mark)
  expect(await start(empty)).toBe(empty)
})

test('what lies in the data folder is moved first: nobody would find it', async () => {
  const start = await installation('one')
  const shared = made('shared')
  const captures = made('one/captures/0a')
  made('one/captures/incoming')
  writeFileSync(join(home, 'one/captures/incoming/half'), '')
  // What was not whole is nobody's, and a folder without files says nothing.
  expect(await start(shared)).toBe(shared)
  writeFileSync(join(captures, 'a-capture'), '')
  expect(await refusal(start(shared))).toContain(`move what is in it to ${join(shared, 'captures')}`)
})
