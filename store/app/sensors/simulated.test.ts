import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { uuidV7, uuidV7Of } from '../../identifier.ts'
import { type AppStore, openAppStore } from '../open.ts'
import { sumOf } from '../row-sum.ts'
import { nothingSaid } from './sensor.ts'
import { hostWith } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-simulated-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const now = Date.UTC(2026, 10, 25, 12)

test('a simulated sensor is entered once, and leaves with all that was kept of it while real ones stay', async () => {
  await using store = await opened()
  const { sensors } = store.workspace
  const { secret } = await sensors.tokens.create({ profile: 'router', madeBy: 'u', now, expires: now + 1000 })
  const host = { hostname: 'h', os: 'debian 12', arch: 'x64' }
  const real = await store.installation.sensors.enroll(hostWith(secret, now, host))
  const id = uuidV7Of(now, 'demo-1')
  const of = {
    ...host,
    id,
    name: 'Demo',
    profile: 'router',
    ipAddress: '192.0.2.10',
    enrolled: now,
    simulation: 'silent' as const,
    agentVersion: '1',
    startedAt: now,
    lastHeartbeat: now - 1000,
    skewMs: 40,
    said: nothingSaid,
  }
  await sensors.enterSimulated(of)
  await sensors.change(id, { name: 'Renamed' }, { actor: 'u', now })
  expect(await sensors.enterSimulated(of)).toMatchObject({ name: 'Renamed', simulation: 'silent' })
  const sent = { sensor: id, id: uuidV7(now), capture: 'c', sessions: 1, bytes: 1, received: now, lagMs: 5 }
  await sensors.batches.enter(sent)
  expect((await sensors.get(id))?.health).toMatchObject({ lastHeartbeat: now - 1000, skewMs: 40, lagMs: 5 })

  await store.installation.sensors.removeSimulated()
  expect((await sensors.list()).map(({ sensor }) => sensor.id)).toEqual([real?.sensor.id])
  for (const table of ['sensor_health', 'sensor_changes', 'sensor_batches'] as const)
    expect(await store.db.selectFrom(table).select('sensor').where('sensor', '=', id).execute()).toEqual([])
})

async function opened() {
  const store = await openAppStore({ file: join(folder, 'app.db') })
  const { id } = await store.installation.workspaces.create({ name: 'one', publish: false, now })
  const workspace = store.installation.workspace(id)
  return { ...store, workspace, [Symbol.asyncDispose]: () => store.close() }
}

test('sensors of an older release are real ones, and one whose row was damaged stays so', async () => {
  const first = await opened()
  const { sensors } = first.workspace
  const ids: string[] = []
  for (const hostname of ['a', 'b']) {
    const { secret: token } = await sensors.tokens.create({
      profile: 'router',
      madeBy: 'u',
      now,
      expires: now + 1000,
    })
    ids.push((await first.installation.sensors.enroll(hostWith(token, now, { hostname })))?.sensor.id ?? '')
  }
  await asBefore(first.db, ids[1] ?? '')
  await first.close()
  const second = await openAppStore({ file: join(folder, 'app.db') })
  const kept = second.installation.workspace(first.workspace.id).sensors
  expect(await kept.get(ids[0] ?? '')).toMatchObject({ sensor: { hostname: 'a', simulation: null } })
  expect(await kept.get(ids[1] ?? '')).toBeNull()
  await second.close()
})

/** The tables as they were before migration 023, with its checksums, and a flipped byte in one row. */
async function asBefore(db: AppStore['db'], damaged: string): Promise<void> {
  await db.schema.alterTable('sensors').dropColumn('simulation').execute()
  await db.schema.alterTable('sensor_batches').dropColumn('claim').execute()
  await db.schema.dropTable('recent_searches').execute()
  for (const row of await db.selectFrom('sensors').selectAll().execute())
    await db
      .updateTable('sensors')
      .set({ sum: sumOf(row) })
      .where('id', '=', row.id)
      .execute()
  await db.updateTable('sensors').set({ publish: 0 }).where('id', '=', damaged).execute()
  await sql`DELETE FROM kysely_migration WHERE name >= '023'`.execute(db)
}
