import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '#store/log.ts'
import { backupsOf } from './backups.ts'

test('a start removes the copies that nobody took away from the server before', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-backups-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const folder = join(dataFolder, 'backups')
  mkdirSync(join(folder, '20260101T000000000Z', 'captures'), { recursive: true })
  writeFileSync(join(folder, '20260101T000000000Z', 'captures', 'one'), 'packets')
  const settings = { dataFolder, databaseUrl: undefined, clickhouseUrl: undefined, filesFolder: undefined }
  backupsOf(settings, { enginePid: () => null }, { clock: Date.now, log: silent })
  await expect.poll(() => readdirSync(folder)).toEqual([])
})
