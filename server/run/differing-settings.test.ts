import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAppStore } from '#store/app/open.ts'
import { silent } from '#store/log.ts'
import { warnOfDiffering } from './differing-settings.ts'

test('a server that keeps things longer or shorter than the one started before says which setting differs, and both values', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-kept-'))
  const app = await openAppStore({ file: join(folder, 'app.sqlite') })
  const usual = { retentionDays: 90, analysisDays: 30, packets: { days: 30, bytes: 20e9 } }
  const said = async (settings: typeof usual): Promise<string[]> => {
    const lines: string[] = []
    const log = { ...silent, warn: (_: object, text: string) => void lines.push(text) }
    await warnOfDiffering(settings, app.installation.settings, log)
    return lines
  }
  try {
    expect(await said(usual)).toEqual([])
    expect(await said(usual)).toEqual([])
    const other = { ...usual, retentionDays: 14, packets: { days: 30, bytes: 5e9 } }
    expect(await said(other)).toEqual([
      'RETENTION_DAYS is 14 here, and was 90 where a server of this installation was last started: all that run need the same',
      'PACKET_LIMIT_GB is 5 here, and was 20 where a server of this installation was last started: all that run need the same',
    ])
    expect(await said(usual)).toHaveLength(2)
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
