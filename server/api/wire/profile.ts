import { z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import {
  decoyProtocols,
  profileCategories,
  profileType,
  profileTypes,
  type SensorProfile,
} from '#model/sensor/profile.ts'
import { profileSchema } from '#profiles/schema.ts'
import type { ProfileDetail, ProfileSummary } from '#services/sensors/profiles.ts'
import { fromWire, toAgent } from './agent.ts'

/** What sensors can pretend to be (model/sensor/profile.ts). */

const whole = z.number().int()

const port = z.looseObject({
  port: whole,
  transport: z.enum(['tcp', 'udp']),
  protocol: z.enum(decoyProtocols),
})

export const profile = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    author: z.string(),
    tier: z.enum(['community', 'premium']),
    categories: z.array(z.enum(profileCategories)),
    operating_system: z.string(),
    cves: z.array(z.string()),
    ports: z.array(port),
    type: z.enum(profileTypes),
    device: z.object({ address: z.string() }).optional(),
    is_own: z.boolean(),
    version: whole,
    changed: z.iso.datetime().nullable(),
    sensors: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .openapi('SensorProfile')

export const profileDetail = profile
  .extend({
    transporter: z
      .object({ is_ready: z.boolean(), silent_since: z.iso.datetime().nullable() })
      .nullable()
      .openapi({ description: 'Of a device; null of a profile that shows none' }),
    versions: z.array(
      z.object({ version: whole, made_by: z.string(), created: z.iso.datetime(), name: z.string() }),
    ),
  })
  .openapi('SensorProfileDetail')

/** Everything but the id, which is given; checked as the files of shipped ones are. */
export const newProfile = z
  .looseObject({ name: z.string(), ports: z.array(port) })
  .openapi('NewSensorProfile')

export const presentProfile = ({
  profile: one,
  isOwn,
  version,
  changed,
  sensors,
}: ProfileSummary): z.infer<typeof profile> => ({
  ...(toAgent(one) as z.infer<typeof profile>),
  type: profileType(one),
  is_own: isOwn,
  version,
  changed: changed === null ? null : new Date(changed).toISOString(),
  sensors,
})

export const presentProfileDetail = (of: ProfileDetail): z.infer<typeof profileDetail> => ({
  ...presentProfile(of),
  transporter: of.profile.device
    ? {
        is_ready: of.transporterSilentSince === 0,
        silent_since: of.transporterSilentSince ? new Date(of.transporterSilentSince).toISOString() : null,
      }
    : null,
  versions: of.versions.map(({ version, madeBy, created, name }) => ({
    version,
    made_by: madeBy,
    created: new Date(created).toISOString(),
    name,
  })),
})

/** A profile as somebody sends it. @throws Refusal 'invalid-input' that says where it is wrong */
export function profileOf(body: unknown): SensorProfile {
  const given = { ...(fromWire(body) as Record<string, unknown>), id: 'own' }
  const parsed = profileSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refuse('invalid-input', `${issue?.path.join('.') || 'profile'}: ${issue?.message ?? 'not valid'}`, {
    issues: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ at: path.join('.'), message })),
  })
}
