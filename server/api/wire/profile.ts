import { z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import {
  decoyProtocols,
  profileCategories,
  profileLimits,
  profileType,
  profileTypes,
  type SensorProfile,
} from '#model/sensor/profile.ts'
import { profileSchema } from '#profiles/schema.ts'
import type { ProfileCheck } from '#services/sensors/check-profile.ts'
import type { ProfileDetail, ProfileSummary } from '#services/sensors/profiles.ts'
import { inShort } from '../params.ts'
import { fromWire, toAgent, wirePath } from './agent.ts'

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
    hours: z
      .array(z.object({ hour: z.iso.datetime(), protocol: z.string(), sessions: whole }))
      .openapi({ description: 'What reached the sensors that use it, in the last 24 hours' }),
    versions: z.array(
      z.object({ version: whole, made_by: z.string(), created: z.iso.datetime(), name: z.string() }),
    ),
  })
  .openapi('SensorProfileDetail')

/** Everything but the id, which is given; checked as the files of shipped ones are. */
export const newProfile = z
  .looseObject({ name: z.string(), ports: z.array(port).max(profileLimits.ports) })
  .openapi('NewSensorProfile')

/** Anything: what is wrong with it is the answer. */
export const draftProfile = z.looseObject({}).openapi('DraftSensorProfile')

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
  hours: of.hours.map(({ hour, protocol, sessions }) => ({
    hour: new Date(hour).toISOString(),
    protocol,
    sessions,
  })),
  versions: of.versions.map(({ version, madeBy, created, name }) => ({
    version,
    made_by: madeBy,
    created: new Date(created).toISOString(),
    name,
  })),
})

const complaint = z.object({
  at: z.string().openapi({ description: 'Where, as "ports.0.options.banner"' }),
  message: z.string(),
})

export const check = z
  .object({
    is_valid: z.boolean(),
    complaints: z.array(complaint).openapi({ description: 'Why it would not be taken' }),
    hints: z.array(complaint).openapi({ description: 'What is allowed, and yet likely not meant' }),
    ports: z.array(
      port.extend({
        certificate: z
          .string()
          .nullable()
          .openapi({ description: 'The one that is shown; null without TLS' }),
        heard: z.array(
          z.object({
            asked: z.string().openapi({ description: '"" for what is said before anything is asked' }),
            answer: z.string().openapi({
              description: 'The first 1,024 bytes, as UTF-8 where they are, else a character a byte',
            }),
          }),
        ),
      }),
    ),
  })
  .openapi('SensorProfileCheck')

export const presentCheck = ({ ports, hints }: ProfileCheck): z.infer<typeof check> => ({
  is_valid: true,
  complaints: [],
  hints,
  ports: ports.map(({ heard, problems: _told, ...one }) => ({
    ...one,
    heard: heard.map(({ asked, answer }) => ({ asked, answer: textOf(answer) })),
  })),
})

/** What keeps a profile from being taken, all of it. */
export const presentComplaints = (issues: Issue[]): z.infer<typeof check> => ({
  is_valid: false,
  complaints: issues,
  hints: [],
  ports: [],
})

function textOf(bytes: Buffer): string {
  try {
    // A letter that was cut at the end is no sign of another encoding.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return bytes.toString('latin1')
  }
}

export interface Issue {
  at: string
  message: string
}
const mostIssues = 20

/** A profile as somebody sends it, or what is wrong with it. */
export function readProfile(body: unknown): { profile: SensorProfile } | { issues: Issue[] } {
  const given = { ...(fromWire(body) as Record<string, unknown>), id: 'own' }
  const parsed = profileSchema.safeParse(given)
  if (parsed.success) return { profile: parsed.data }
  const issues = parsed.error.issues.slice(0, mostIssues)
  return {
    issues: issues.map(({ path, message }) => ({ at: inShort(wirePath(path)), message: inShort(message) })),
  }
}

/** A profile as somebody sends it. @throws Refusal 'invalid-input' that says where it is wrong */
export function profileOf(body: unknown): SensorProfile {
  const read = readProfile(body)
  if ('profile' in read) return read.profile
  const { issues } = read
  const [first] = issues
  throw refuse('invalid-input', `${first?.at || 'profile'}: ${first?.message ?? 'not valid'}`, { issues })
}
