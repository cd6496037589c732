/** Keys of our own shapes as they go over the wire; objects whose keys are data are left as they are. */
const asIs = new Set(['losses', 'headers', 'shell'])

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [snake(key), asIs.has(key) ? one : snakeKeys(one)]),
  )
}
