import type { AgentUpdate, Heartbeat, HeartbeatAnswer } from '#model/sensor/protocol.ts'
import { version } from '#model/version.ts'
import type { AgentCtx } from './agent-ctx.ts'

/** Keeps what the agent says of itself. One that was said to be silent is heard again. */
export async function heartbeat(ctx: AgentCtx, said: Heartbeat): Promise<HeartbeatAnswer> {
  const { sensor, workspace } = ctx
  const now = ctx.clock()
  const { wasSilent } = await workspace.sensors.heartbeat(sensor.id, said, now)
  if (wasSilent) await ctx.record('sensor.heard')
  return { receivedAt: now, configVersion: sensor.configVersion, update: updateFor(ctx, said) }
}

/** The agent of this release, for one that is another: whoever did not pin the key leaves it, and nobody takes an older one. */
function updateFor({ sensorFiles }: AgentCtx, { agentVersion }: Heartbeat): AgentUpdate | null {
  const { agentSha256: sha256 } = sensorFiles
  if (sha256 === null || agentVersion === version) return null
  return { version, sha256, signature: sensorFiles.sign(version, sha256), path: '/sensor/agent.mjs' }
}
