import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBackups } from './backups.ts'

/** A process that stands still as the engine does. */
function engine(): number {
  const child = spawn('sleep', ['600'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid ?? 0
}

const open = (dataFolder: string, elsewhere: string[], leftOut: string[]) =>
  openBackups({ dataFolder, enginePid: engine, clock: () => 0, elsewhere, leftOut })

test('a backup names the folder whose files are not in it, and is none where programs of others keep the rest', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-backups-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  writeFileSync(join(dataFolder, 'noisefloor.db'), 'rows')
  expect(await open(dataFolder, [], ['/srv/files']).make()).toMatchObject({
    files: 1,
    leftOut: ['/srv/files'],
  })
  await expect(open(dataFolder, ['PostgreSQL (DATABASE_URL)'], []).make()).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a copy that nobody took away is removed with the next one a day later', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-backups-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const makeAt = (now: number) =>
    openBackups({ dataFolder, enginePid: engine, clock: () => now, elsewhere: [], leftOut: [] }).make()
  await makeAt(0)
  mkdirSync(join(dataFolder, 'backups', 'of the operator'))
  const hour = 3_600_000
  const { name: second } = await makeAt(hour)
  // Somebody may still be taking the first one away.
  expect(readdirSync(join(dataFolder, 'backups'))).toHaveLength(3)
  const { name: third } = await makeAt(24.5 * hour)
  expect(readdirSync(join(dataFolder, 'backups'))).toEqual([second, third, 'of the operator'])
})

test('a copy that cannot be made, because the disk is full, say, says why and leaves nothing', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-backups-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  writeFileSync(join(dataFolder, 'noisefloor.db'), 'rows')
  const copy = join(dataFolder, 'backups', '19700101T000000000Z')
  // Something of this name is in the way.
  mkdirSync(join(copy, 'noisefloor.db'), { recursive: true })
  await expect(open(dataFolder, [], []).make()).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining('noisefloor.db was not copied'),
  })
  expect(readdirSync(join(dataFolder, 'backups'))).toEqual([])
})

test('none is made while the engine is being started again: nobody could make it stand still', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-backups-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const backups = openBackups({
    dataFolder,
    enginePid: () => null,
    clock: () => 0,
    elsewhere: [],
    leftOut: [],
  })
  await expect(backups.make()).rejects.toMatchObject({ code: 'busy' })
  expect(readdirSync(join(dataFolder, 'backups'))).toEqual([])
})
