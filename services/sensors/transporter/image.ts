import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { refuse } from '#model/errors.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { verb } from '../../access.ts'
import type { WriteCtx } from '../../context.ts'
import { archiveOf, type Entry } from './archive.ts'
import { transporterToken } from './token.ts'
import { userData } from './user-data.ts'

export interface TransporterImage {
  /** A tar.gz: `user-data` and `meta-data` of cloud-init, the agent, its unit and settings, how to install them by hand, their SHA-256. */
  bytes: Buffer
  /** SHA-256 of `bytes`, hex. */
  sha256: string
  name: string
}

/**
 * What makes a machine beside a device its transporter, with the secret that it shows. Without `profile` it is of the only profile of
 * the type hardware.
 * @throws Refusal 'invalid-input' where several could be meant, 'not-found' where there is none
 */
export const transporterImage = verb(
  ['workspace', 'feature-sensors', 'feature-sensors-hardware', 'manage'],
  async (ctx: WriteCtx, { profile: id }: { profile?: string }): Promise<TransporterImage> => {
    const { profile } = await hardwareProfile(ctx, id)
    const [agent, unit, readme] = await Promise.all([
      ctx.sensorFiles.agent(),
      ctx.sensorFiles.text('transporter.service'),
      ctx.sensorFiles.text('transporter.md'),
    ])
    if (!agent) throw refuse('not-found', 'This build has no agent.')
    const settings = Buffer.from(
      `${JSON.stringify(settingsOf(ctx, profile, ctx.sensorFiles.pin()), null, 2)}\n`,
    )
    const files: Entry[] = [
      { name: 'agent.mjs', bytes: agent.bytes, mode: 0o644 },
      { name: 'noisefloor-transporter.service', bytes: Buffer.from(unit), mode: 0o644 },
      { name: 'transporter.json', bytes: settings, mode: 0o600 },
    ]
    const all: Entry[] = [
      ...files,
      { name: 'meta-data', bytes: Buffer.from(`instance-id: transporter-${profile.id}\n`), mode: 0o644 },
      {
        name: 'user-data',
        bytes: Buffer.from(userData(files, (bytes) => gzipSync(bytes, { level: 9 }))),
        mode: 0o600,
      },
      { name: 'README.md', bytes: Buffer.from(readme), mode: 0o644 },
    ]
    const sums = all.map(({ name, bytes }) => `${sha256Of(bytes)}  ${name}\n`).join('')
    const bytes = archiveOf([...all, { name: 'SHA256SUMS', bytes: Buffer.from(sums), mode: 0o644 }])
    await ctx.record({ act: 'sensor.transporter', subject: `profile ${profile.id}`, after: profile.name })
    return { bytes, sha256: sha256Of(bytes), name: `transporter-${profile.id}.tar.gz` }
  },
)

async function hardwareProfile(ctx: WriteCtx, id: string | undefined): Promise<{ profile: SensorProfile }> {
  const { profiles } = ctx.workspace.sensors
  if (id !== undefined) {
    const known = await profiles.get(id)
    if (!known?.profile.device) throw refuse('not-found', 'There is no such profile of a device.')
    return known
  }
  const [only, ...others] = (await profiles.list()).filter(({ profile }) => profile.device)
  if (!only) throw refuse('not-found', 'This workspace has no profile of a device: create one first.')
  if (others.length > 0)
    throw refuse('invalid-input', 'profile: there are several profiles of devices: say which one.', {
      parameter: 'profile',
    })
  return only
}

/** All that a transporter ever knows: read by the agent (sensor/transporter/settings.ts). */
const settingsOf = (ctx: WriteCtx, profile: SensorProfile, pin: string): Record<string, unknown> => ({
  server: ctx.publicUrl(),
  token: transporterToken(ctx.secret, ctx.workspace.id, profile),
  ...(pin !== '' && { fingerprint: pin }),
  device: profile.device?.address,
  ports: profile.ports.map(({ port }) => port),
})

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
