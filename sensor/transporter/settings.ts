import { carriedLimits, isDeviceAddress } from '#model/sensor/device.ts'
import { type Pin, pinOf } from '../connection/pin.ts'
import { serverOf } from '../settings/settings.ts'
import { list, optional, record, text, whole, WrongShape } from '../wire/read.ts'

/** All that a transporter knows: `transporter.json` of its image, which root wrote and no server changes. */
export interface TransporterSettings {
  server: string
  /** `nft_…` */
  token: string
  /** What the server must show, where no public authority vouches for its certificate. */
  fingerprint?: Pin
  /** The only address that is ever connected to, beside the server's. */
  device: string
  /** And there, these ports alone. */
  ports: readonly number[]
}

/** @throws WrongShape */
export function transporterOf(value: unknown): TransporterSettings {
  const at = 'transporter.json'
  const from = record(value, at)
  const device = text(from['device'], 'device', 64)
  if (!isDeviceAddress(device)) throw new WrongShape('device: expected one address of a private network')
  return {
    server: serverOf(text(from['server'], 'server')),
    token: text(from['token'], 'token', 256),
    ...optional(from, 'fingerprint', 'fingerprint', pinOf, at),
    device,
    ports: list(from['ports'], 'ports', carriedLimits.ports, (one, where) => whole(one, where, 1, 65_535)),
  }
}
