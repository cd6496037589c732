import { isInside, readAddress, readNetwork } from '#model/address.ts'

/** A physical device that a profile shows instead of emulations: a transporter beside it carries the sensor's ports there (docs/sensors.md). */
export interface Device {
  /** Of the network it stands in, as text; the ports are those of the profile. */
  address: string
}

/** What is carried: bytes of each direction, milliseconds of a connection in all and in silence, and until a transporter takes it. */
export const carriedLimits = {
  ports: 16,
  connections: 32,
  connectionsPerSource: 4,
  bytes: 1 << 20,
  connectionMs: 120_000,
  silenceMs: 30_000,
  takeMs: 8000,
} as const

/** RFC 1918 and unique local addresses (RFC 4193): nobody's public host, no host itself, no service of a cloud's link. */
const local = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8'].map((text) => readNetwork(text)!)

/** Whether a device may stand there: the text is one address of a private network, and no name. */
export function isDeviceAddress(text: string): boolean {
  const address = readAddress(text)
  return address !== null && local.some((network) => isInside(address, network))
}
