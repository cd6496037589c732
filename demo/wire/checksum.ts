/** Internet checksum, RFC 1071. `start` is a partial sum (pseudo header). */
export function checksum(bytes: Uint8Array, from: number, to: number, start = 0): number {
  let sum = start
  for (let at = from; at + 1 < to; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  if ((to - from) % 2 === 1) sum += (bytes[to - 1] ?? 0) << 8
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x1_0000)
  return ~sum & 0xffff
}

/** Unfinished sum of a range, to be passed on as `start`. */
export function partialSum(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  return sum
}
