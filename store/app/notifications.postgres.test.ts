import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openNotifications } from './notifications.ts'
import { startTestPostgres } from './testing.ts'

const postgres = await startTestPostgres()
afterAll(() => postgres.stop())

/** Where PostgreSQL listens in a folder. */
const socketIn = (folder: string): string => join(folder, '.s.PGSQL.5432')

test('a line that is cut off without a word is not believed for long, and made again', async () => {
  const url = await postgres.freshDatabase()
  const [, host = ''] = /host=(.*)$/.exec(url) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-'))
  const ends: Socket[] = []
  const relay = createServer((near) => {
    const far = connect(socketIn(decodeURIComponent(host)))
    near.pipe(far).pipe(near)
    for (const end of [near, far]) ends.push(end.on('error', () => undefined))
  })
  await once(relay.listen(socketIn(folder)), 'listening')
  let stood = 0
  const line = openNotifications(
    url.replace(host, encodeURIComponent(folder)),
    'noisefloor_keys',
    () => void (stood += 1),
    { askMs: 200 },
  )
  try {
    await expect.poll(line.isHeard).toBe(true)
    for (const end of ends) end.unpipe().pause()
    await expect.poll(line.isHeard).toBe(false)
    await expect.poll(line.isHeard, { timeout: 10_000 }).toBe(true)
    expect(stood).toBe(2)
  } finally {
    await line.close()
    for (const end of ends) end.destroy()
    relay.close()
    await rm(folder, { recursive: true, force: true })
  }
})
