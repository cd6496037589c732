/** A list of whole numbers that grows by doubling. */
export interface Uint32Builder {
  values: Uint32Array<ArrayBuffer>
  length: number
}

export const uint32Builder = (capacity = 1024): Uint32Builder => ({
  values: new Uint32Array(capacity),
  length: 0,
})

export function append(list: Uint32Builder, value: number): void {
  if (list.length === list.values.length) {
    const wider = new Uint32Array(list.length * 2)
    wider.set(list.values)
    list.values = wider
  }
  list.values[list.length++] = value
}

/** Its values so far, in an array of their own. */
export const built = ({ values, length }: Uint32Builder): Uint32Array<ArrayBuffer> => values.slice(0, length)
