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

/** What was written, for the preview and for the server, which alone says whether it is valid. */
export function readProfileText(
  text: string,
): { profile: SensorProfile; wire: unknown } | { problem: string } {
  try {
    const wire: unknown = JSON.parse(text)
    const profile = fromWire(wire) as SensorProfile
    if (!Array.isArray(profile?.ports) || typeof profile.name !== 'string')
      return { problem: 'A profile has a name and ports.' }
    if (profile.ports.some((port) => typeof port?.port !== 'number'))
      return { problem: 'Each port has a number, a transport and a protocol.' }
    return { profile, wire }
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
