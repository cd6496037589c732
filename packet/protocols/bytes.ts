/** Shared by everything that holds no bytes: most conversations are short, and a typed array is dear to make. */
export const noBytes: Uint8Array = new Uint8Array()

/** Both one after the other; the very array given where the other is empty. */
export function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return tail
  if (tail.length === 0) return head
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

/** A copy of what comes from `at` on; a view would keep the whole packet in memory. */
export function copyFrom(bytes: Uint8Array, at: number): Uint8Array {
  return at >= bytes.length ? noBytes : bytes.slice(at)
}
