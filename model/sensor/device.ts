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

const networks = (...all: string[]) => all.map((text) => readNetwork(text)!)

/** RFC 1918 and unique local addresses (RFC 4193): nobody's public host, no host itself, no service of a cloud's link. */
const local = networks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fd00::/8')

/** Where clouds hand a host its own secrets over IPv6: Amazon's, Google's and Oracle's stand among the unique local ones. */
const ofClouds = networks('fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32')

/** Whether a device may stand there: the text is one address of a private network, no name and no service of a cloud. */
export function isDeviceAddress(text: string): boolean {
  const address = readAddress(text)
  const isIn = (network: (typeof local)[number]): boolean => address !== null && isInside(address, network)
  return local.some(isIn) && !ofClouds.some(isIn)
}
