import { defaultLimits, type SensorConfig } from '#model/sensor/protocol.ts'
import { refuse } from '#model/errors.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import { profileInForce } from '../profile-in-force.ts'
import { heartbeatMs } from '../status.ts'
import type { AgentCtx } from './agent-ctx.ts'

/** A segment is small enough that the packets of one conversation are found in it at once. */
const segments = { segmentBytes: 4 << 20, segmentMs: 1000 }

export const configOf = async (
  { profiles, workspace }: Pick<AgentCtx, 'profiles' | 'workspace'>,
  sensor: Sensor,
): Promise<SensorConfig> => ({
  version: sensor.configVersion,
  profile: await profileInForce(profiles, workspace.sensors, sensor),
  capture: {
    isOn: sensor.isCapturing,
    excluded: sensor.excluded,
    networkPorts: sensor.networkPorts,
    ...segments,
  },
  limits: defaultLimits,
  heartbeatMs,
})

/**
 * The configuration once it is newer than `after`, waiting for at most `waitMs`; null where it is not.
 * @throws Refusal 'unauthorized' for a sensor that ended meanwhile
 */
export async function nextConfig(
  ctx: AgentCtx,
  { after, waitMs, signal }: { after: number; waitMs: number; signal: AbortSignal },
): Promise<SensorConfig | null> {
  const late = AbortSignal.timeout(waitMs)
  const until = AbortSignal.any([signal, late])
  for (;;) {
    // Before it is looked: a change in between is not slept through.
    const waiting = ctx.nextChange(until)
    const known = await ctx.workspace.sensors.get(ctx.sensor.id)
    if (!known || known.sensor.ended !== null) throw refuse('unauthorized', 'This sensor has ended.')
    if (known.sensor.configVersion > after) return configOf(ctx, known.sensor)
    await waiting
    signal.throwIfAborted()
    if (late.aborted) return null
  }
}
