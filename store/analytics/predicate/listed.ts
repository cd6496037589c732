import type { AddressList } from '#gnql/predicate.ts'
import { hexOf } from '#model/address-keys.ts'
import { hexToColumn } from '../address.ts'
import type { Bind } from './bind.ts'

/** Short lists travel as texts, which an index of addresses serves best. */
const few = 1000
/** Addresses of a value: in Base64 22 characters each. What is longer than a server takes travels in pieces (query/in-pieces.ts). */
const ofPart = 150_000

/**
 * Whether an address is on a list. Longer ones travel as the bytes of their addresses, in parts: a million are 21 MB. `GLOBAL`, so that of
 * several engines each is sent the finished set, not the statement with all of it.
 */
export function writeListed(expr: string, { keys }: AddressList, bind: Bind): string {
  const count = keys.length >>> 2
  if (count <= few) {
    const texts = Array.from({ length: count }, (_, at) => hexToColumn(hexOf(keys, at)))
    return `${expr} IN ${bind(texts, 'Array(IPv6)')}`
  }
  const parts: string[] = []
  for (let from = 0; from < count; from += ofPart) {
    const to = Math.min(count, from + ofPart)
    const bytes = `base64Decode(${bind(base64Of(keys, from, to), 'String')})`
    const one = `CAST(toFixedString(substring(${bytes}, 16 * number + 1, 16), 16) AS IPv6)`
    parts.push(`${expr} GLOBAL IN (SELECT ${one} FROM numbers(${bind(to - from, 'UInt32')}))`)
  }
  return `(${parts.join(' OR ')})`
}

/** Addresses in the order of the network, one after the other. */
function base64Of(keys: Uint32Array, from: number, to: number): string {
  const bytes = Buffer.allocUnsafe(16 * (to - from))
  for (let at = 4 * from; at < 4 * to; at += 1) bytes.writeUInt32BE(keys[at] ?? 0, 4 * (at - 4 * from))
  return bytes.toString('base64')
}
