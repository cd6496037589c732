/** Every buffer of a plain value that can be handed over instead of copied; shared ones are neither. */
export const buffersOf = (value: unknown): ArrayBuffer[] =>
  allBuffersOf(value).filter((buffer) => buffer instanceof ArrayBuffer)

/** Bytes of all buffers of a plain value. */
export const bytesOf = (value: unknown): number =>
  allBuffersOf(value).reduce((sum, { byteLength }) => sum + byteLength, 0)

function allBuffersOf(value: unknown, found = new Set<ArrayBufferLike>()): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) found.add(value.buffer)
  else if (value instanceof Map) for (const part of value.values()) allBuffersOf(part, found)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) allBuffersOf(part, found)
  return [...found]
}
