import { refuse } from '#model/errors.ts'
import { readNetwork } from '#model/address.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import type { SensorChange } from '#store/app/sensors/sensors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { canonicalAddress } from '../ip/address.ts'
import { actorOf } from '../scope.ts'

export interface ChangeSensor {
  id: string
  name?: string
  /** Id of a profile. */
  profile?: string
  ipAddress?: string
  publish?: boolean
  isCapturing?: boolean
  excluded?: readonly string[]
  networkPorts?: readonly number[]
}

const maxName = 80
const maxExcluded = 256
const maxNetworkPorts = 64

/** Says anew what a sensor is called, what it pretends to be, where it is; its agent is told at once. @throws Refusal 'invalid-input', 'not-found' */
export const changeSensor = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id, ...asked }: ChangeSensor): Promise<Sensor> => {
    const { sensors } = ctx.workspace
    const known = await sensors.get(id)
    if (!known) throw refuse('not-found', 'There is no such sensor.')
    const to = await checked(ctx, asked)
    if (Object.keys(to).length === 0) return known.sensor
    const changed = await sensors.change(id, to, { actor: actorOf(ctx.scope), now: ctx.clock() })
    if (!changed) throw refuse('not-found', 'There is no such sensor.')
    await ctx.record({
      act: 'sensor.change',
      subject: `sensor ${id}`,
      before: textOf(known.sensor, to),
      after: textOf(changed, to),
    })
    return changed
  },
)

/** Takes a sensor off the list: its token ends, what it sent stays. @throws Refusal 'not-found' */
export const removeSensor = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const known = await ctx.workspace.sensors.get(id)
    if (!known || !(await ctx.workspace.sensors.remove(id, ctx.clock())))
      throw refuse('not-found', 'There is no such sensor.')
    await ctx.record({ act: 'sensor.remove', subject: `sensor ${id}`, before: known.sensor.name })
  },
)

async function checked(ctx: WriteCtx, asked: Omit<ChangeSensor, 'id'>): Promise<SensorChange> {
  const { name, profile, ipAddress, excluded, networkPorts, publish, isCapturing } = asked
  return {
    ...(name !== undefined && { name: nameOf(name) }),
    ...(profile !== undefined && (await profileOf(ctx, profile))),
    ...(ipAddress !== undefined && {
      ipAddress: ipAddress.trim() === '' ? '' : canonicalAddress(ipAddress),
    }),
    ...(publish !== undefined && { publish }),
    ...(isCapturing !== undefined && { isCapturing }),
    ...(excluded !== undefined && { excluded: networksOf(excluded) }),
    ...(networkPorts !== undefined && { networkPorts: portsOf(networkPorts) }),
  }
}

function nameOf(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (name === '' || name.length > maxName)
    throw refuse('invalid-input', `name: a sensor has a name of 1 to ${maxName} characters.`, {
      parameter: 'name',
    })
  return name
}

async function profileOf(ctx: WriteCtx, id: string): Promise<SensorChange> {
  const own = await ctx.workspace.sensors.profiles.get(id)
  if (own) return { profile: id, profileVersion: own.version }
  if (!ctx.profiles.get(id))
    throw refuse('invalid-input', `profile: there is no profile "${id.slice(0, 64)}".`, {
      parameter: 'profile',
    })
  return { profile: id, profileVersion: 0 }
}

function networksOf(list: readonly string[]): string[] {
  const wrong = list.find((text) => readNetwork(text) === null)
  if (wrong !== undefined || list.length > maxExcluded)
    throw refuse(
      'invalid-input',
      wrong === undefined
        ? `excluded: at most ${maxExcluded} addresses and blocks.`
        : `excluded: "${wrong.slice(0, 64)}" is no address or block.`,
      { parameter: 'excluded' },
    )
  return [...new Set(list)]
}

function portsOf(list: readonly number[]): number[] {
  if (
    list.length > maxNetworkPorts ||
    list.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)
  )
    throw refuse('invalid-input', `network_ports: at most ${maxNetworkPorts} ports from 1 to 65535.`, {
      parameter: 'network_ports',
    })
  return [...new Set(list)].sort((a, b) => a - b)
}

/** What of a sensor a change is about, for the log. */
const textOf = (sensor: Sensor, to: SensorChange): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(to).map((name) => [name, sensor[name as keyof Sensor]])),
  ).slice(0, 2000)
