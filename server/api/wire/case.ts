/**
 * The one place where camelCase becomes snake_case. Keys of our own schemas only: maps whose keys come from data must not
 * pass here (present them as lists), and the timeline, which the specification exempts, is written in snake_case already.
 */
export const snakeKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const camelKey = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeKey(key), snakeKeys(inner)]))
}
