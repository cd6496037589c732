import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBackups } from './backups.ts'

const open = (dataFolder: string, elsewhere: string[], leftOut: string[]) =>
  openBackups({ dataFolder, enginePid: () => null, clock: () => 0, elsewhere, leftOut })

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
