/** Bytes that a disk writes whole. */
const sector = 512

/**
 * What a power cut leaves of a file.
 * @param before what it held when the disk was last written
 * @param isSince of the length, and then of each sector: whether it is what came since
 */
export function cutPower(before: Uint8Array, since: Uint8Array, isSince: () => boolean): Buffer {
  const left = Buffer.alloc(isSince() ? since.length : before.length)
  for (let from = 0; from < left.length; from += sector)
    left.set((isSince() ? since : before).subarray(from, Math.min(from + sector, left.length)), from)
  return left
}
