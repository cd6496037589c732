import { networkInterfaces } from 'node:os'
import { isDeviceAddress } from '#model/sensor/device.ts'

/** An address of this machine at which a device may stand; null where all are public. */
export const privateAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    .find(isDeviceAddress) ?? null
