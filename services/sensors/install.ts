import { refuse } from '#model/errors.ts'
import type { InstallToken } from '#store/app/sensors/install-tokens.ts'
import { verb } from '../access.ts'
import type { Ctx, Deps, WriteCtx } from '../context.ts'
import { actorOf } from '../scope.ts'
import { hasPlace } from './kept.ts'
import type { ScriptType } from './sensor-files.ts'

const tokenMs = 3_600_000

/** Tokens of one workspace that wait to be used. */
const maxWaiting = 100

export interface InstallScript {
  script: string
  /** null of a script that needs no token. */
  token: InstallToken | null
}

/**
 * A script for a host, with a one-time token in it where it makes a sensor.
 * @throws Refusal 'conflict' where the waiting tokens allow no more, 'not-implemented' where this build has no such script
 */
export const installScript = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (
    ctx: WriteCtx,
    { type, profile = 'linux-server' }: { type: ScriptType; profile?: string },
  ): Promise<InstallScript> => {
    const template = await ctx.sensorFiles.template(type)
    if (template === null)
      throw refuse('not-implemented', `Not available in this version: a script of the type "${type}".`)
    const made = type === 'uninstall' ? null : await newToken(ctx, profile)
    return { script: await filled(ctx, template, made?.secret ?? ''), token: made?.token ?? null }
  },
)

/**
 * One command to copy, with a token in it. Where the plan is full there is one as well: on a host that is a sensor it repairs that sensor, which
 * needs no place, and a new host is refused when it comes (agent/enroll.ts). @throws as `installScript`
 */
export const installCommand = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (
    ctx: WriteCtx,
    { type = 'install', profile = 'linux-server' }: { type?: ScriptType; profile?: string },
  ): Promise<{ command: string; token: InstallToken; hasPlace: boolean }> => {
    const { token, secret } = await newToken(ctx, profile)
    const pin = ctx.sensorFiles.pin()
    // curl holds to a key that is named however little it trusts the certificate (curl(1), --pinnedpubkey).
    const trust = pin === '' ? '' : ` -k --pinnedpubkey '${pin}'`
    const url = `${ctx.publicUrl()}/sensor/script/${type}`
    return {
      command: `curl -fsS${trust} -H 'X-Install-Token: ${secret}' ${url} | sudo sh`,
      token,
      hasPlace: hasPlace(ctx.scope.plan, await ctx.workspace.sensors.kept()),
    }
  },
)

/** The script for whoever holds a token: nothing in it is anybody's secret but that token. @returns null where this build has none */
export async function scriptFor(
  deps: Pick<Deps, 'sensorFiles' | 'publicUrl'>,
  { type, token }: { type: ScriptType; token: string },
): Promise<string | null> {
  const template = await deps.sensorFiles.template(type)
  return template === null ? null : filled(deps, template, token)
}

/** How a token fares: which sensor came of it. @throws Refusal 'not-found' */
export const installState = verb(
  ['workspace', 'feature-sensors'],
  async (
    ctx: Ctx,
    { id }: { id: string },
  ): Promise<{ token: InstallToken; name: string | null; isHeard: boolean }> => {
    const token = await ctx.workspace.sensors.tokens.get(id)
    if (!token) throw refuse('not-found', 'There is no such token.')
    const known = token.sensor === null ? null : await ctx.workspace.sensors.get(token.sensor)
    return {
      token,
      name: known?.sensor.name ?? null,
      isHeard: known !== null && known.health.lastHeartbeat !== null,
    }
  },
)

async function newToken(ctx: WriteCtx, profile: string): Promise<{ token: InstallToken; secret: string }> {
  const { sensors } = ctx.workspace
  const now = ctx.clock()
  const known = ctx.profiles.get(profile) !== undefined || (await sensors.profiles.get(profile)) !== null
  if (!known)
    throw refuse('invalid-input', `profile: there is no profile "${profile.slice(0, 64)}".`, {
      parameter: 'profile',
    })
  const waiting = await sensors.tokens.waiting(now)
  if (waiting >= maxWaiting)
    throw refuse('conflict', `${maxWaiting} tokens wait to be used already: each ends after an hour.`)
  const made = await sensors.tokens.create({
    profile,
    madeBy: actorOf(ctx.scope),
    now,
    expires: now + tokenMs,
  })
  await ctx.record({ act: 'sensor.token', subject: `token ${made.token.id}`, after: profile })
  return made
}

/** Every value is our own and of letters that mean nothing to a shell. */
async function filled(
  { sensorFiles, publicUrl }: Pick<Deps, 'sensorFiles' | 'publicUrl'>,
  template: string,
  token: string,
): Promise<string> {
  const values: Record<string, string> = {
    server: publicUrl(),
    token,
    pin: sensorFiles.pin(),
    agent_sha256: (await sensorFiles.agent())?.sha256 ?? '',
    update_key: sensorFiles.updateKey,
  }
  for (const [name, value] of Object.entries(values))
    if (!/^[\w.:/+=[\]-]*$/.test(value)) throw new Error(`The value of ${name} cannot stand in a script.`)
  return template.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all)
}
