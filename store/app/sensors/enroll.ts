import { randomBytes } from 'node:crypto'
import { refuse } from '#model/errors.ts'
import { uuidV7 } from '../../identifier.ts'
import { hashOf } from '../accounts/secret.ts'
import { summed } from '../row-sum.ts'
import type { AppDatabase } from '../tables.ts'
import { takeInstallToken } from './install-tokens.ts'
import { keptSensors } from './kept.ts'
import { freshName } from './names.ts'
import { nothingSaid, type Sensor, sensorOf } from './sensor.ts'

export interface Enrolling {
  /** `nfi_…` */
  token: string
  hostname: string
  os: string
  arch: string
  agentVersion: string
  addresses: readonly string[]
  /** The public address it is reached at, as far as that can be told; "" where it cannot. */
  ipAddress: string
  now: number
  /** Throws where there is no place for another beside those that are kept: then nothing is entered, and the token stays good. */
  requirePlace(kept: number): void
}

/** Enters the sensor that a token was made for, all or nothing. Its secret, `nfs_…`, is told this once. @returns null for a token that is good for none. @throws Refusal 'conflict' where its profile was removed since; what `requirePlace` throws */
export function enrollSensor(
  db: AppDatabase,
  { token: secretOfToken, now, requirePlace, ...of }: Enrolling,
): Promise<{ sensor: Sensor; secret: string } | null> {
  return db.transaction().execute(async (within) => {
    const id = uuidV7(now)
    const token = await takeInstallToken(within, { secret: secretOfToken, sensor: id, now })
    if (!token) return null
    const { workspace } = token
    const named = await within
      .selectFrom('sensors')
      .select('name')
      .where('workspace', '=', workspace)
      .where('removed', '=', 0)
      .execute()
    const secret = `nfs_${randomBytes(32).toString('base64url')}`
    const own = await within
      .selectFrom('sensor_profiles')
      .select(['version', 'profile'])
      .where('workspace', '=', workspace)
      .where('id', '=', token.profile)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    // The version that says it was removed (profiles.ts): a sensor with it would answer nothing.
    if (own?.profile === '')
      throw refuse('conflict', 'The profile of this token was removed: make another token.')
    requirePlace(await keptSensors(within, workspace))
    const row = summed({
      id,
      workspace,
      name: freshName(new Set(named.map(({ name }) => name))),
      token_hash: hashOf(secret),
      profile: token.profile,
      profile_version: own?.version ?? 0,
      ip_address: of.ipAddress,
      hostname: of.hostname,
      os: of.os,
      arch: of.arch,
      publish: 1,
      capturing: 1,
      config_version: 1,
      excluded: '[]',
      network_ports: '[]',
      simulation: '',
      created: token.created,
      enrolled: now,
      ended: 0,
      removed: 0,
    })
    await within.insertInto('sensors').values(row).execute()
    await within
      .insertInto('sensor_health')
      .values({
        sensor: id,
        workspace,
        last_heartbeat: 0,
        started: 0,
        agent_version: of.agentVersion,
        config_version: 0,
        said: JSON.stringify({ ...nothingSaid, addresses: of.addresses }),
        skews: '[]',
        last_batch: 0,
        lag: 0,
        silence_told: 0,
      })
      .execute()
    const sensor = sensorOf(row)
    if (!sensor) throw new Error('A sensor that was just written cannot be read.')
    return { sensor, secret }
  })
}

/** Whose token this is; null for one that opens nothing, and for a row that is not what was written. */
export async function findSensor(db: AppDatabase, secret: string): Promise<Sensor | null> {
  if (!/^nfs_[\w-]{43}$/.test(secret)) return null
  const row = await db
    .selectFrom('sensors')
    .selectAll()
    .where('token_hash', '=', hashOf(secret))
    .executeTakeFirst()
  const sensor = row && sensorOf(row)
  return sensor && row.removed === 0 && sensor.ended === null ? sensor : null
}
