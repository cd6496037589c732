import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nothingSaid } from '#store/app/sensors/sensor.ts'
import { hostWith } from '#store/app/sensors/testing.ts'
import { silenceMs } from '#services/sensors/status.ts'
import { openAppStore } from '#store/app/open.ts'
import { sensors } from './sensors.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-silence-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the log of a workspace says once that a sensor fell silent, and again after it was heard', async () => {
  const store = await openAppStore({ file: join(folder, 'app.db') })
  let now = Date.UTC(2026, 10, 25)
  const { installation } = store
  const { id: workspace } = await installation.workspaces.create({ name: 'w', publish: true, now })
  const own = installation.workspace(workspace)
  const { secret } = await own.sensors.tokens.create({ profile: 'p', madeBy: '', now, expires: now + 1000 })
  const made = await installation.sensors.enroll(hostWith(secret, now))
  const id = made?.sensor.id ?? ''
  const heard = () =>
    own.sensors.heartbeat(
      id,
      { ...nothingSaid, sentAt: now, agentVersion: '', startedAt: now, configVersion: 1 },
      now,
    )
  const job = sensors({ installation, clock: () => now, batchMemoryMs: 1 })
  const told = async () => {
    await job.run(new AbortController().signal)
    return (await own.people.changes(100)).filter(({ act }) => act === 'sensor.silent').length
  }
  await heard()
  expect(await told()).toBe(0)
  now += silenceMs + 1
  expect([await told(), await told()]).toEqual([1, 1])
  await heard()
  expect(await told()).toBe(1)
  now += silenceMs + 1
  expect(await told()).toBe(2)
  await store.close()
})
