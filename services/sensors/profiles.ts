import { refuse } from '#model/errors.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { type ProtocolHour, sessionsByProtocol } from '#store/analytics/sessions/of-sensors.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { uuidV7 } from '#store/identifier.ts'
import { requireRights, verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'
import { actorOf } from '../scope.ts'

/** A profile as lists and its page show it. */
export interface ProfileSummary {
  profile: SensorProfile
  /** The workspace made it; else it is shipped. */
  isOwn: boolean
  /** 0 of a shipped one. */
  version: number
  /** Milliseconds; null of a shipped one. */
  changed: number | null
  /** Sensors that use it. */
  sensors: { id: string; name: string }[]
}

export interface ProfileDetail extends ProfileSummary {
  /** Newest first; none of a shipped one. */
  versions: { version: number; madeBy: string; created: number; name: string }[]
  /** Of a device's transporter: when it fell silent (milliseconds since 1970), 0 while it stands ready, null where it never called. */
  transporterSilentSince: number | null
  /** What reached the sensors that use it in the last 24 hours. */
  hours: ProtocolHour[]
}

export interface ProfileFilter {
  search?: string
  categories?: readonly string[]
  protocols?: readonly string[]
  tiers?: readonly string[]
}

const maxOwn = 200
const hour = 3_600_000

/** The workspace's own first, then those that are shipped, each by name. */
export const listProfiles = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, filter: ProfileFilter = {}): Promise<ProfileSummary[]> => {
    const [own, users] = await Promise.all([ctx.workspace.sensors.profiles.list(), usersOf(ctx)])
    const all: ProfileSummary[] = [
      ...own.map(({ profile, version, created }) => ({
        profile,
        isOwn: true,
        version,
        changed: created,
        sensors: users(profile.id),
      })),
      ...ctx.profiles.all().map((profile) => shipped(profile, users)),
    ]
    return all.filter(({ profile }) => matches(profile, filter))
  },
)

/** @throws Refusal 'not-found', also for one of another workspace */
export const getProfile = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { id }: { id: string }): Promise<ProfileDetail> => {
    const [own, users] = await Promise.all([ctx.workspace.sensors.profiles.get(id), usersOf(ctx)])
    if (!own) {
      const profile = ctx.profiles.get(id)
      if (!profile) throw refuse('not-found', 'There is no such profile.')
      const hours = await hoursOf(ctx, users(id))
      return { ...shipped(profile, users), versions: [], transporterSilentSince: null, hours }
    }
    const [versions, hours] = await Promise.all([
      ctx.workspace.sensors.profiles.versions(id),
      hoursOf(ctx, users(id)),
    ])
    return {
      profile: own.profile,
      isOwn: true,
      version: own.version,
      changed: own.created,
      sensors: users(id),
      transporterSilentSince: ctx.relay.silentSince({ workspace: ctx.workspace.id, profile: id }),
      hours,
      versions: versions.map(({ version, madeBy, created, profile }) => ({
        version,
        madeBy,
        created,
        name: profile.name,
      })),
    }
  },
)

/** Makes a profile of the workspace's own, checked before (profiles/schema.ts). @throws Refusal 'conflict' where there are too many */
export const createProfile = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { profile }: { profile: SensorProfile }): Promise<ProfileDetail> => {
    mayBe(ctx, profile)
    const { profiles } = ctx.workspace.sensors
    if ((await profiles.list()).length >= maxOwn)
      throw refuse('conflict', `A workspace has ${maxOwn} profiles of its own at most: remove one first.`)
    const now = ctx.clock()
    const made = { ...profile, id: uuidV7(now) }
    await profiles.put({ profile: made, madeBy: actorOf(ctx.scope), now })
    await ctx.record({ act: 'sensor.profile', subject: `profile ${made.id}`, after: made.name })
    return getProfile(ctx, { id: made.id })
  },
)

/** A new version of an own profile, which its sensors get at once. @throws Refusal 'not-found' */
export const changeProfile = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id, profile }: { id: string; profile: SensorProfile }): Promise<ProfileDetail> => {
    mayBe(ctx, profile)
    const { profiles } = ctx.workspace.sensors
    const known = await profiles.get(id)
    if (!known) throw refuse('not-found', 'There is no such profile of this workspace.')
    const [actor, now] = [actorOf(ctx.scope), ctx.clock()]
    const version = await profiles.put({ profile: { ...profile, id }, madeBy: actor, now })
    await ctx.workspace.sensors.follow({ profile: id, version, actor, now })
    await ctx.record({
      act: 'sensor.profile',
      subject: `profile ${id}`,
      before: `${known.profile.name} (version ${known.version})`,
      after: `${profile.name} (version ${version})`,
    })
    return getProfile(ctx, { id })
  },
)

/** @throws Refusal 'not-found'; 'conflict' while a sensor uses it */
export const removeProfile = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const { profiles } = ctx.workspace.sensors
    const known = await profiles.get(id)
    if (!known) throw refuse('not-found', 'There is no such profile of this workspace.')
    await profiles.remove({
      id,
      madeBy: actorOf(ctx.scope),
      now: ctx.clock(),
      // A token that waits for it keeps nobody from removing it: its host is told (store/app/sensors/enroll.ts).
      requireUnused(sensors) {
        if (sensors > 0)
          throw refuse('conflict', `${sensors} sensors use this profile: give them another one first.`)
      },
    })
    await ctx.record({ act: 'sensor.profile.remove', subject: `profile ${id}`, before: known.profile.name })
  },
)

/** Types of profiles are the plan's (specification §6). @throws Refusal 'forbidden' */
function mayBe({ scope }: Pick<WriteCtx, 'scope'>, { device }: SensorProfile): void {
  if (device) requireRights({ scope }, ['feature-sensors-hardware'])
}

async function hoursOf(ctx: Ctx, sensors: readonly { id: string }[]): Promise<ProtocolHour[]> {
  if (sensors.length === 0) return []
  return sessionsByProtocol(ctx.analytics, scopeOf({ workspace: ctx.workspace.id }), {
    sensors: sensors.map(({ id }) => id),
    since: (Math.floor(ctx.clock() / hour) - 23) * hour,
  })
}

type UsersOf = (profile: string) => { id: string; name: string }[]

async function usersOf(ctx: Ctx): Promise<UsersOf> {
  const by = Map.groupBy(await ctx.workspace.sensors.list(), ({ sensor }) => sensor.profile)
  return (profile) => (by.get(profile) ?? []).map(({ sensor: { id, name } }) => ({ id, name }))
}

const shipped = (profile: SensorProfile, users: UsersOf): ProfileSummary => ({
  profile,
  isOwn: false,
  version: 0,
  changed: null,
  sensors: users(profile.id),
})

function matches(profile: SensorProfile, filter: ProfileFilter): boolean {
  const { search = '', categories = [], protocols = [], tiers = [] } = filter
  const { name, description, author, operatingSystem, cves, ports } = profile
  const text = [name, description, author, operatingSystem, ...cves, ...ports.map((one) => one.protocol)]
    .join('\n')
    .toLowerCase()
  const some = (wanted: readonly string[], has: readonly string[]): boolean =>
    wanted.length === 0 || wanted.some((one) => has.includes(one))
  return (
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    some(categories, profile.categories) &&
    some(
      protocols,
      ports.map(({ protocol }) => protocol),
    ) &&
    some(tiers, [profile.tier])
  )
}
