import { isPublic } from '../../ip/address.ts'

/** The first public address of a host; without one, where it calls from; "" where that is no public one either. */
export const publicAddress = (addresses: readonly string[], calledFrom: string): string =>
  addresses.find(isPublic) ?? (isPublic(calledFrom) ? calledFrom : '')
