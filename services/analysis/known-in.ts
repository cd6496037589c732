import type { AddressRange } from '#gnql/values/address.ts'
import { fromHex } from '#store/analytics/address.ts'
import type { Deps } from '../context.ts'

/** The first addresses of a range that something is known of, for lists that hold blocks. */
export const knownIn =
  ({ between }: Pick<Deps['memoryIndex'], 'between'>) =>
  ({ from, to }: AddressRange, most: number): string[] =>
    between(fromHex(from), fromHex(to), most)
