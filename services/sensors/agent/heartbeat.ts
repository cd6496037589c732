import type { Heartbeat, HeartbeatAnswer } from '#model/sensor/protocol.ts'
import type { AgentCtx } from './agent-ctx.ts'

/** Keeps what the agent says of itself. One that was said to be silent is heard again. */
export async function heartbeat(ctx: AgentCtx, said: Heartbeat): Promise<HeartbeatAnswer> {
  const { sensor, workspace } = ctx
  const now = ctx.clock()
  const { wasSilent } = await workspace.sensors.heartbeat(sensor.id, said, now)
  if (wasSilent) await ctx.record('sensor.heard')
  return { receivedAt: now, configVersion: sensor.configVersion, update: null }
}
