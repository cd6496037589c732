/** Every buffer of a plain value, to be handed over instead of copied. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (value instanceof Map) for (const part of value.values()) buffersOf(part, found)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) buffersOf(part, found)
  return [...found]
}
