import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAppStore } from '../open.ts'
import { startTestPostgres, type TestPostgres } from '../testing.ts'
import { hostWith } from './testing.ts'

const now = Date.UTC(2026, 10, 25, 12)

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

test('who waits is woken by a change that another process on the same PostgreSQL makes', async () => {
  const url = await postgres.freshDatabase()
  const [one, other] = [await openAppStore({ url }), await openAppStore({ url })]
  try {
    const { id } = await one.installation.workspaces.create({ name: 'w', publish: true, now })
    const { sensors } = one.installation.workspace(id)
    const expires = now + 3_600_000
    const { secret } = await sensors.tokens.create({ profile: 'p', madeBy: '', now, expires })
    const made = await one.installation.sensors.enroll(hostWith(secret, now))
    const waiting = other.installation.sensors.nextChange(made!.sensor.id, AbortSignal.timeout(20_000))
    let isWoken = false
    void waiting.then(() => (isWoken = true))
    await expect
      .poll(async () => {
        await sensors.change(made!.sensor.id, { profile: 'q' }, { actor: 'x', now })
        return isWoken
      })
      .toBe(true)
  } finally {
    await one.close()
    await other.close()
  }
})
