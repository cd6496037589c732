/** A list of whole numbers that grows by doubling. */
export interface Growing {
  values: Uint32Array
  length: number
}

export const growing = (capacity = 1024): Growing => ({ values: new Uint32Array(capacity), length: 0 })

export function append(list: Growing, value: number): void {
  if (list.length === list.values.length) {
    const wider = new Uint32Array(list.length * 2)
    wider.set(list.values)
    list.values = wider
  }
  list.values[list.length++] = value
}
