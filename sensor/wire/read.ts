/** Readers of JSON from outside: each checks one shape within a limit and says where it was wrong. */

export class WrongShape extends Error {}

type Json = Record<string, unknown>

export function record(value: unknown, at: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new WrongShape(`${at}: expected an object`)
}

export function text(value: unknown, at: string, most = 1024): string {
  if (typeof value === 'string' && value.length <= most) return value
  throw new WrongShape(`${at}: expected a text of at most ${most} characters`)
}

export function whole(value: unknown, at: string, from: number, to: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
  throw new WrongShape(`${at}: expected a whole number from ${from} to ${to}`)
}

export function truth(value: unknown, at: string): boolean {
  if (typeof value === 'boolean') return value
  throw new WrongShape(`${at}: expected true or false`)
}

export function oneOf<T extends string>(value: unknown, at: string, known: readonly T[]): T {
  const found = known.find((one) => one === value)
  if (found !== undefined) return found
  throw new WrongShape(`${at}: expected one of ${known.join(', ')}`)
}

export function list<T>(
  value: unknown,
  at: string,
  most: number,
  read: (one: unknown, at: string) => T,
): T[] {
  if (!Array.isArray(value) || value.length > most)
    throw new WrongShape(`${at}: expected a list of at most ${most}`)
  return value.map((one, index) => read(one, `${at}[${index}]`))
}

/** An object whose keys are data: header names, commands. */
export function texts(
  value: unknown,
  at: string,
  mostKeys: number,
  mostText: number,
): Record<string, string> {
  const entries = Object.entries(record(value, at))
  if (entries.length > mostKeys) throw new WrongShape(`${at}: expected at most ${mostKeys} entries`)
  // Without a prototype: a key may be called __proto__.
  const read: Record<string, string> = Object.create(null)
  for (const [key, one] of entries) read[text(key, at)] = text(one, `${at}.${key}`, mostText)
  return read
}

/** What may be left out: `{}` without it, so that the result has no key that says undefined. */
export function optional<K extends string, T>(
  from: Json,
  key: string,
  as: K,
  read: (value: unknown, at: string) => T,
  at: string,
): { [key in K]?: T } {
  const value = from[key]
  if (value === undefined || value === null) return {}
  return { [as]: read(value, `${at}.${key}`) } as { [key in K]?: T }
}
