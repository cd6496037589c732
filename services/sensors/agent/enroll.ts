import { planOfUser } from '#model/account/plan-of-user.ts'
import type { Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import type { EnrollAnswer, EnrollRequest } from '#model/sensor/protocol.ts'
import type { InstallToken } from '#store/app/sensors/install-tokens.ts'
import type { Deps } from '../../context.ts'
import { requirePlace } from '../kept.ts'
import { agentCtx } from './agent-ctx.ts'
import { configOf } from './config.ts'
import { publicAddress } from './public-address.ts'

/**
 * Makes a sensor of a one-time token. It is reached where it says, where one of its addresses is public, else where the request came from.
 * @throws Refusal 'unauthorized' for a token that is used, ended or unknown; 'conflict' where the plan allows no more sensors, or its profile was removed
 */
export async function enroll(
  deps: Deps,
  { token, hostname, os, arch, agentVersion, addresses }: EnrollRequest,
  address: string,
): Promise<EnrollAnswer> {
  const now = deps.clock()
  const { sensors } = deps.installation
  const waiting = await sensors.token({ secret: token, now })
  const plan = waiting && (await planOfMaker(deps, waiting))
  const made =
    plan &&
    (await sensors.enroll({
      token,
      hostname,
      os,
      arch,
      agentVersion,
      addresses,
      ipAddress: publicAddress(addresses, address),
      now,
      requirePlace: (kept) => requirePlace(plan, kept),
    }))
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

/** The plan of who made a token: of a person their own, of a key that of its workspace's owner, as when it was made. */
async function planOfMaker(
  { installation: { accounts }, plans, clock }: Pick<Deps, 'installation' | 'plans' | 'clock'>,
  { madeBy, workspace }: InstallToken,
): Promise<Plan> {
  const [kind, id = ''] = madeBy.split(' ')
  const maker = kind === 'user' ? await accounts.get(id) : null
  const user = maker ?? (await accounts.ownerOf(workspace))
  return user ? planOfUser(plans, user, clock()) : plans.own
}
