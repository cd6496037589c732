/** What is left out of a page: the bytes from one place up to another. */
export interface Cut {
  from: number
  to: number
}

/** Where a text begins in bytes, each time. */
export function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) places.push(at)
  return places
}

/** What stands between the cuts (ascending, apart) from one place up to another: pieces of the same memory. */
export function besides(bytes: Buffer, cuts: readonly Cut[], from = 0, to = bytes.length): Buffer[] {
  const pieces: Buffer[] = []
  let at = from
  for (const cut of cuts) {
    if (cut.to <= from || cut.from >= to) continue
    pieces.push(bytes.subarray(at, cut.from))
    at = cut.to
  }
  pieces.push(bytes.subarray(at, to))
  return pieces
}

/** The bytes without a text. */
export const without = (bytes: Buffer, text: string): Buffer<ArrayBuffer> =>
  Buffer.concat(
    besides(
      bytes,
      placesOf(bytes, text).map((from) => ({ from, to: from + text.length })),
    ),
  )
