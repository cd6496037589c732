import type { SensorProfile } from '#model/sensor/profile.ts'
import type { Enrolling } from './enroll.ts'

/** A host that comes with a token, to a workspace where any number of sensors has place. */
export const hostWith = (token: string, now: number, changes: Partial<Enrolling> = {}): Enrolling => ({
  token,
  hostname: 'h',
  os: 'debian 13',
  arch: 'x64',
  agentVersion: '0.1.0',
  addresses: ['192.0.2.7'],
  ipAddress: '192.0.2.7',
  now,
  requirePlace: () => undefined,
  ...changes,
})

export const profile = (id: string, name: string): SensorProfile => ({
  id,
  name,
  description: 'd',
  author: 'a',
  tier: 'community',
  categories: ['other'],
  operatingSystem: 'Linux',
  cves: [],
  ports: [],
  credentials: [],
})
