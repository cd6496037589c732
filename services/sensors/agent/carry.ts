import type { Readable } from 'node:stream'
import { refuse } from '#model/errors.ts'
import { profileInForce } from '../profile-in-force.ts'
import type { AgentCtx } from './agent-ctx.ts'

/**
 * Carries a connection to a port of the sensor to the device of its profile, and to no other. @returns what the device answers
 * @throws Refusal 'not-found' for a port that its profile does not carry; 'busy' as `Relay.ask`
 */
export async function carry(
  { sensor, workspace, profiles, relay }: AgentCtx,
  { port, said, signal }: { port: number; said: Readable; signal: AbortSignal },
): Promise<Readable> {
  const profile = await profileInForce(profiles, workspace.sensors, sensor)
  if (!profile.device || !profile.ports.some((one) => one.port === port))
    throw refuse('not-found', 'This port is carried to no device.')
  return relay.ask({ workspace: workspace.id, profile: profile.id }, port, said, signal)
}
