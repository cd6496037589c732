import { sessionsByHour } from '#store/analytics/sessions/of-sensors.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { type SensorState, sensorStates } from './status.ts'
import { profileNames, type SensorSummary, summaryOf } from './summary.ts'

export const sensorOrders = [
  'name',
  'public_ips',
  'access_port',
  'persona_name',
  'created_at',
  'status',
  'last_seen',
] as const
export type SensorOrder = (typeof sensorOrders)[number]

export interface ListSensors {
  /** Parts of a name, host, profile, address, place or state; all words must be there. */
  search?: string
  sort?: SensorOrder
  descending?: boolean
  /** From 1; one beyond the last is the last. */
  page?: number
  pageSize?: number
}

/** A sensor of a list, with its sessions an hour of the last day, the oldest first. */
export interface ListedSensor extends SensorSummary {
  trace: number[]
}

export interface SensorList {
  sensors: ListedSensor[]
  /** How many match. */
  total: number
  page: number
  pages: number
  /** Of all, whatever is searched for. */
  counts: Record<SensorState, number>
}

const hour = 3_600_000
export const traceHours = 24

/** @throws Refusal 'unauthorized', 'forbidden' */
export const listSensors = verb(
  ['workspace', 'feature-sensors'],
  async (
    ctx: Ctx,
    { search = '', sort = 'name', descending = false, page = 1, pageSize = 50 }: ListSensors = {},
  ): Promise<SensorList> => {
    const nameOf = await profileNames(ctx)
    const all = (await ctx.workspace.sensors.list()).map((known) => summaryOf(ctx, known, nameOf))
    const counts = Object.fromEntries(
      sensorStates.map((state) => [state, all.filter((one) => one.state === state).length]),
    ) as SensorList['counts']
    const found = sorted(matching(all, search), sort, descending)
    const pages = Math.max(1, Math.ceil(found.length / pageSize))
    const at = Math.min(page, pages)
    const shown = found.slice((at - 1) * pageSize, at * pageSize)
    const traces = await tracesOf(ctx, shown)
    return {
      sensors: shown.map((one) => ({ ...one, trace: traces.get(one.id) ?? noTrace() })),
      total: found.length,
      page: at,
      pages,
      counts,
    }
  },
)

/** Every sensor, without traces: for the map and for exports. */
export const everySensor = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { search = '' }: { search?: string } = {}): Promise<SensorSummary[]> => {
    const nameOf = await profileNames(ctx)
    const all = (await ctx.workspace.sensors.list()).map((known) => summaryOf(ctx, known, nameOf))
    return sorted(matching(all, search), 'name', false)
  },
)

function matching(all: readonly SensorSummary[], search: string): SensorSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((one) => {
    const { name, hostname, ipAddress, country, city, asn, organization, state, reason } = one
    const text = [
      name,
      hostname,
      one.profile.name,
      ipAddress,
      country,
      city,
      asn,
      organization,
      state,
      reason,
    ]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const keyOf: Record<SensorOrder, (one: SensorSummary) => string | number> = {
  name: ({ name }) => name.toLowerCase(),
  public_ips: ({ ipAddress }) => ipAddress,
  // The port of the host's own SSH is nothing a server is told.
  access_port: ({ name }) => name.toLowerCase(),
  persona_name: ({ profile }) => profile.name.toLowerCase(),
  created_at: ({ created }) => created,
  status: ({ state }) => sensorStates.indexOf(state),
  last_seen: ({ lastHeartbeat }) => lastHeartbeat ?? 0,
}

function sorted(all: readonly SensorSummary[], sort: SensorOrder, descending: boolean): SensorSummary[] {
  const key = keyOf[sort]
  const turn = descending ? -1 : 1
  return all.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)]
    if (one !== other) return (one < other ? -1 : 1) * turn
    return a.id < b.id ? -1 : 1
  })
}

const noTrace = (): number[] => Array.from({ length: traceHours }, () => 0)

async function tracesOf(ctx: Ctx, shown: readonly SensorSummary[]): Promise<Map<string, number[]>> {
  const traces = new Map<string, number[]>()
  if (shown.length === 0) return traces
  const since = (Math.floor(ctx.clock() / hour) - traceHours + 1) * hour
  const sensors = shown.map(({ id }) => id)
  const scope = scopeOf({ workspace: ctx.workspace.id })
  for (const { sensor, hour: at, sessions } of await sessionsByHour(ctx.analytics, scope, {
    sensors,
    since,
  })) {
    const trace = traces.get(sensor) ?? noTrace()
    const place = (at - since) / hour
    if (place >= 0 && place < traceHours) trace[place] = sessions
    traces.set(sensor, trace)
  }
  return traces
}
