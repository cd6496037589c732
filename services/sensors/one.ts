import { refuse } from '#model/errors.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import {
  latestOfSensors,
  type ProtocolHour,
  type SensorSessionRow,
  sessionsByProtocol,
} from '#store/analytics/sessions/of-sensors.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import type { SaidByAgent } from '#store/app/sensors/sensor.ts'
import type { ConfigChange } from '#store/app/sensors/sensors.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { heardOf, listeningTo } from './heard.ts'
import { profileInForce } from './profile-in-force.ts'
import { profileNames, type SensorSummary, summaryOf } from './summary.ts'

/** A sensor with everything its page shows. */
export interface SensorDetail extends SensorSummary {
  profileVersion: number
  /** What it pretends to be now. */
  pretends: SensorProfile
  configVersion: number
  /** What the agent works by: behind `configVersion` for a moment after each change. */
  workedBy: number
  isCapturing: boolean
  excluded: readonly string[]
  networkPorts: readonly number[]
  startedAt: number
  skewMs: number | null
  said: SaidByAgent
  /** Newest first. */
  history: ConfigChange[]
  /** Of the last 24 hours, each hour's most frequent first. */
  hours: ProtocolHour[]
  /** Newest first. */
  latest: SensorSessionRow[]
}

const hour = 3_600_000
const shownChanges = 30
const shownSessions = 25

/** @throws Refusal 'not-found', also for one of another workspace */
export const getSensor = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { id }: { id: string }): Promise<SensorDetail> => {
    const known = await ctx.workspace.sensors.get(id)
    if (!known) throw refuse('not-found', 'There is no such sensor.')
    const { sensor } = known
    const health = heardOf(known, ctx.clock())
    const scope = scopeOf({ workspace: ctx.workspace.id })
    const since = (Math.floor(ctx.clock() / hour) - 23) * hour
    const [nameOf, pretends, history, hours, latest] = await Promise.all([
      profileNames(ctx),
      profileInForce(ctx.profiles, ctx.workspace.sensors, sensor),
      ctx.workspace.sensors.history(id, shownChanges),
      sessionsByProtocol(ctx.analytics, scope, { sensors: [id], since }),
      latestOfSensors(ctx.analytics, scope, { sensors: [id], since, size: shownSessions }),
    ])
    return {
      ...summaryOf(ctx, known, nameOf),
      profileVersion: sensor.profileVersion,
      pretends,
      configVersion: sensor.configVersion,
      workedBy: health.configVersion,
      isCapturing: sensor.isCapturing,
      excluded: sensor.excluded,
      networkPorts: sensor.networkPorts,
      startedAt: health.startedAt,
      skewMs: health.skewMs,
      said:
        sensor.simulation === 'heard' ? { ...health.said, listening: listeningTo(pretends) } : health.said,
      history,
      hours,
      latest,
    }
  },
)

/** Sessions of a sensor that began after `after`, newest first: what its page adds as they come. @throws Refusal 'not-found' */
export const newSessions = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { id, after }: { id: string; after: number }): Promise<SensorSessionRow[]> => {
    if (!(await ctx.workspace.sensors.get(id))) throw refuse('not-found', 'There is no such sensor.')
    const scope = scopeOf({ workspace: ctx.workspace.id })
    return latestOfSensors(ctx.analytics, scope, { sensors: [id], since: after, size: shownSessions })
  },
)
