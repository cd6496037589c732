import type { AgentUpdate, Heartbeat, HeartbeatAnswer } from '#model/sensor/protocol.ts'
import { version } from '#model/version.ts'
import type { AgentCtx } from './agent-ctx.ts'

/** Keeps what the agent says of itself. One that was said to be silent is heard again. */
export async function heartbeat(ctx: AgentCtx, said: Heartbeat): Promise<HeartbeatAnswer> {
  const { sensor, workspace } = ctx
  const now = ctx.clock()
  const { wasSilent } = await workspace.sensors.heartbeat(sensor.id, said, now)
  if (wasSilent) await ctx.record('sensor.heard')
  return { receivedAt: now, configVersion: sensor.configVersion, update: await updateFor(ctx, said) }
}

/** The agent of this release, for one that is another: whoever did not pin the key leaves it, and nobody takes an older one. */
async function updateFor(
  { sensorFiles }: AgentCtx,
  { agentVersion }: Heartbeat,
): Promise<AgentUpdate | null> {
  if (agentVersion === version) return null
  const agent = await sensorFiles.agent()
  if (!agent) return null
  const { sha256 } = agent
  return { version, sha256, signature: sensorFiles.sign(version, sha256), path: '/sensor/agent.mjs' }
}
