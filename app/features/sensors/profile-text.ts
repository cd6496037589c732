import type { ProfileType, SensorProfile } from '#model/sensor/profile.ts'

/** Maps whose keys are data. */
const asTheyAre: ReadonlySet<string> = new Set(['headers', 'shell'])

const withKeys = (change: (key: string) => string) =>
  function map(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(map)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [change(key), asTheyAre.has(key) ? inner : map(inner)]),
    )
  }
const toWire = withKeys((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const fromWire = withKeys((key) =>
  key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
)

const empty: Omit<SensorProfile, 'id'> = {
  name: 'My profile',
  description: 'What it looks like, in a sentence.',
  author: 'Me',
  tier: 'community',
  categories: ['server'],
  operatingSystem: 'Linux',
  cves: [],
  ports: [{ port: 22, transport: 'tcp', protocol: 'ssh', options: { banner: 'SSH-2.0-OpenSSH_9.6' } }],
  credentials: [{ user: 'root', password: 'root' }],
}

const emptyHardware: Omit<SensorProfile, 'id'> = {
  ...empty,
  name: 'My device',
  description: 'The device that is shown, in a sentence.',
  categories: ['other'],
  operatingSystem: 'its own',
  ports: [{ port: 80, transport: 'tcp', protocol: 'http' }],
  credentials: [],
  device: { address: '192.168.1.50' },
}

/** A profile as it is written and sent; without a source an empty one of the type. */
export function profileText(source: SensorProfile | null, type: ProfileType): string {
  const { id: _id, ...rest } = source ?? { id: '', ...(type === 'hardware' ? emptyHardware : empty) }
  return JSON.stringify(toWire(rest), null, 2)
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
/** Left out, or what it must be. */
const isMaybe = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)
const isListOf = (value: unknown, is: (item: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isMap(item) && is(item))

/** What of a profile is not of the shape that the preview draws, in a sentence; null where all is. */
function shapeProblem(profile: unknown): string | null {
  if (!isMap(profile) || !isText(profile.name) || !Array.isArray(profile.ports))
    return 'A profile has a name and ports.'
  const { ports, catchAll, device } = profile
  if (!isListOf(ports, (port) => isNumber(port.port) && isText(port.transport) && isText(port.protocol)))
    return 'Each port has a number, a transport and a protocol.'
  if (!isListOf(ports, ({ tls }) => isMaybe(tls, (value) => typeof value === 'boolean')))
    return 'The tls of a port is true or false.'
  if (!isListOf(ports, ({ options }) => isMaybe(options, areOptions)))
    return 'The options of a port are names with texts.'
  if (!isMaybe(catchAll, areRanges))
    return 'catch_all is a list of ranges, each with from, to and a transport.'
  if (!isMaybe(device, (value) => isMap(value) && isText(value.address))) return 'A device has an address.'
  return null
}

const areRanges = (value: unknown): boolean =>
  isListOf(value, ({ from, to, transport }) => isNumber(from) && isNumber(to) && isText(transport))

const areOptions = (value: unknown): boolean =>
  isMap(value) &&
  [value.banner, value.server, value.version, value.hostname].every((text) => isMaybe(text, isText))

/** What was written, for the preview and for the server, which alone says whether it is valid. */
export function readProfileText(
  text: string,
): { profile: SensorProfile; wire: unknown } | { problem: string } {
  try {
    const wire: unknown = JSON.parse(text)
    const profile = fromWire(wire)
    const problem = shapeProblem(profile)
    return problem === null ? { profile: profile as SensorProfile, wire } : { problem }
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
