import { refuse } from '#model/errors.ts'
import type { EnrollAnswer, EnrollRequest } from '#model/sensor/protocol.ts'
import type { Deps } from '../../context.ts'
import { agentCtx } from './agent-ctx.ts'
import { configOf } from './config.ts'
import { publicAddress } from './public-address.ts'

/**
 * Makes a sensor of a one-time token. It is reached where it says, where one of its addresses is public, else where the request came from.
 * @throws Refusal 'unauthorized' for a token that is used, ended or unknown
 */
export async function enroll(
  deps: Deps,
  { token, hostname, os, arch, agentVersion, addresses }: EnrollRequest,
  address: string,
): Promise<EnrollAnswer> {
  const now = deps.clock()
  const made = await deps.installation.sensors.enroll({
    token,
    hostname,
    os,
    arch,
    agentVersion,
    addresses,
    ipAddress: publicAddress(addresses, address),
    now,
  })
  if (!made)
    throw refuse('unauthorized', 'This token was used, has ended or was never given out: make another one.')
  const { sensor, secret } = made
  const ctx = await agentCtx(deps, sensor, address)
  await ctx.record('sensor.enroll')
  return {
    sensorId: sensor.id,
    name: sensor.name,
    sensorToken: secret,
    receivedAt: now,
    config: await configOf(ctx, sensor),
  }
}
