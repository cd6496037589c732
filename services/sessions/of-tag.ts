import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { sessionsOfTag as read } from '#store/analytics/sessions/of-tag.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from '../ip/address.ts'
import { workspaceOf } from '../scope.ts'

/** A session that a rule matched, on the way to its packets. */
export interface SessionOfTag {
  id: string
  /** When it began, ISO 8601. */
  start: string
  /** Name of the sensor, or what the capture was sent as. */
  sensor: string
  port: number
  transport: string
  packets: number
  /** Whether its packets are kept still. */
  isKept: boolean
}

const shown = 10
const dayMs = 86_400_000

/**
 * The newest sessions of the caller's workspace in which an address did what a tag stands for: from them to their packets.
 * @throws Refusal 'unauthorized', 'forbidden', 'invalid-address'
 */
export const sessionsOfTag = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { ip, tag }: { ip: string; tag: string }): Promise<SessionOfTag[]> => {
    const found = await read(ctx.analytics, scopeOf(workspaceOf(ctx.scope)), {
      ip: canonicalAddress(ip),
      tag,
      since: Math.max(0, ctx.clock() - ctx.scope.plan.historicDays * dayMs),
      size: shown,
    })
    if (found.length === 0) return []
    const [names, kept] = await Promise.all([
      ctx.workspace.sensors.names(),
      ctx.workspace.captures.sizes([...new Set(found.map(({ capture }) => capture))]),
    ])
    return found.map(({ id, sensor, capture, first_packet: first, dst_port: port, transport, packets }) => ({
      id,
      start: new Date(first).toISOString(),
      sensor: names.get(sensor) ?? sensor,
      port,
      transport,
      packets,
      isKept: kept.has(capture),
    }))
  },
)
