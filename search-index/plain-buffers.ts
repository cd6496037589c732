/** A plain value with its typed arrays taken out, for JSON. */
export type Encoded =
  | null
  | string
  | boolean
  | number
  | { list: Encoded[] }
  | { object: [name: string, value: Encoded][] }
  | { map: [key: Encoded, value: Encoded][] }
  /** What JSON has no number for. */
  | { number: 'NaN' | 'Infinity' | '-Infinity' }
  /** The next buffer, in the order in which they were met. */
  | { array: ArrayName; length: number; shared: boolean }

const arrays = { Uint8Array, Uint32Array, Float64Array } as const
type ArrayName = keyof typeof arrays

const nameOf = (view: ArrayBufferView): ArrayName => {
  const name = (Object.keys(arrays) as ArrayName[]).find((each) => view instanceof arrays[each])
  if (!name) throw new TypeError('Typed arrays of this kind are not written.')
  return name
}

/** Takes the typed arrays out of a value made of objects, lists, maps, texts and numbers. */
export function encode(value: unknown, buffers: Uint8Array[]): Encoded {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : { number: String(value) as 'NaN' | 'Infinity' | '-Infinity' }
  if (ArrayBuffer.isView(value)) {
    const array = nameOf(value)
    buffers.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    const length = value.byteLength / arrays[array].BYTES_PER_ELEMENT
    return { array, length, shared: value.buffer instanceof SharedArrayBuffer }
  }
  if (Array.isArray(value)) return { list: value.map((each) => encode(each, buffers)) }
  if (value instanceof Map)
    return { map: Array.from(value, ([key, each]) => [encode(key, buffers), encode(each, buffers)]) }
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} is not written.`)
  return { object: Object.entries(value).map(([name, each]) => [name, encode(each, buffers)]) }
}

/**
 * The value again. `fill` is given what makes room for the next buffer of so many bytes, and returns it with its bytes; shared
 * arrays lie in shared memory as before.
 */
export function decode(value: Encoded, fill: (make: (bytes: number) => Uint8Array) => Uint8Array): unknown {
  if (value === null || typeof value !== 'object') return value
  if ('number' in value) return Number(value.number)
  if ('list' in value) return value.list.map((each) => decode(each, fill))
  if ('map' in value) return new Map(value.map.map(([key, each]) => [decode(key, fill), decode(each, fill)]))
  if ('object' in value)
    return Object.fromEntries(value.object.map(([name, each]) => [name, decode(each, fill)]))
  const { array, length, shared } = value
  const { buffer } = fill(
    (bytes) => new Uint8Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)),
  )
  return new arrays[array](buffer as ArrayBuffer, 0, length)
}
