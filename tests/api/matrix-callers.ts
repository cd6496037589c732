import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '#model/account/user.ts'
import { can, type EntitlementId, type Plan } from '#model/entitlements.ts'
import type { Right } from '#services/access.ts'
import type { Inside } from '../product/inside.ts'

/** Somebody who comes, and what of them decides. */
export interface Caller {
  name: string
  headers: Record<string, string>
  plan: Plan
  isUser: boolean
  isVerified: boolean
  isOwner: boolean
  /** Holds the server's own key. */
  isOperator: boolean
}

const day = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

let people = 0
/** Somebody with an account of their own, or a member of the first workspace of another. */
export async function person(
  { deps, url }: Pick<Inside, 'deps' | 'url'>,
  name: string,
  plan: (plans: Inside['deps']['plans']) => Plan,
  of: {
    email?: string
    isVerified?: boolean
    offering?: User['offering']
    expires?: string
    trial?: User['trial']
    of?: string
  },
): Promise<Caller & { user: User }> {
  const { accounts } = deps.installation
  const now = Date.now()
  const { email = `p${(people += 1)}@work.example`, isVerified = true } = of
  const user = await accounts.create({
    email,
    emailVerified: isVerified,
    password: '',
    profile: { firstName: 'P', lastName: name },
    offering: of.offering ?? null,
    into: of.of === undefined ? { newWorkspace: name, publish: false } : { workspace: of.of, isOwner: false },
    now,
  })
  if (!user) throw new Error('The address is taken.')
  await accounts.change(user.id, { expires: of.expires ?? null, trial: of.trial ?? null })
  const { secret } = await accounts.signIns.begin({ user: user.id, address: '', agent: '', now })
  return {
    name,
    user,
    headers: { cookie: `noisefloor-session=${secret}`, origin: url },
    plan: plan(deps.plans),
    isUser: true,
    isVerified,
    isOwner: of.of === undefined,
    isOperator: false,
  }
}

export async function everybody(inside: Inside): Promise<Caller[]> {
  const { plans, installation } = inside.deps
  const [offerings, now] = [plans.offerings, Date.now()]
  const enterprise = await person(inside, 'enterprise', () => offerings.enterprise, {
    offering: 'enterprise',
  })
  const own = enterprise.user.activeWorkspace
  const { secret } = await installation.workspace(own).keys.add({
    name: 'all',
    scopes: ['admin'],
    madeBy: enterprise.user.id,
    now,
    expires: null,
  })
  const operator = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  const nobody = { isUser: false, isVerified: false, isOwner: false, isOperator: false }
  return [
    { ...nobody, name: 'visitor', headers: {}, plan: plans.visitor },
    await person(inside, 'unverified', () => plans.visitor, { offering: 'enterprise', isVerified: false }),
    await person(inside, 'consumer', () => onlyIps(offerings.enterprise), {
      email: `someone${(people += 1)}@example.com`,
      offering: 'enterprise',
    }),
    await person(inside, 'community', () => offerings.community, { offering: 'community' }),
    await person(inside, 'vip', () => offerings.vip, { offering: 'vip' }),
    await person(inside, 'trial', () => offerings.enterprise, {
      offering: 'community',
      trial: { endDate: dayOf(now + 5 * day), offering: 'enterprise' },
    }),
    await person(inside, 'expired', () => offerings.community, {
      offering: 'enterprise',
      expires: dayOf(now - 2 * day),
    }),
    await person(inside, 'member of another’s', () => offerings.vip, { offering: 'vip', of: own }),
    { ...nobody, name: 'key', headers: { key: secret }, plan: offerings.enterprise },
    { ...nobody, name: 'operator', headers: { key: operator }, plan: plans.own, isOperator: true },
    enterprise,
  ]
}

const onlyIps = (plan: Plan): Plan => ({
  ...plan,
  entitlements: new Set<EntitlementId>(['feature-search-ips']),
})

/** By the words of docs/plans.md. */
export function holds(caller: Caller, right: Right): boolean {
  const isKey = 'key' in caller.headers
  switch (right) {
    case 'user':
      return caller.isUser
    case 'workspace':
    case 'ingest':
    case 'manage':
      return isKey || caller.isVerified
    case 'owner':
      return caller.isVerified && caller.isOwner
    case 'global-records':
    case 'installation':
    case 'measurements':
      return caller.isOperator
    case 'operator':
      return isKey
    case 'data-export':
      return caller.plan.offering !== 'community'
    default:
      return can(caller.plan, right)
  }
}
