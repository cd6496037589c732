/**
 * An object with these members, to be copied and filled. An object that gets more than a dozen members by computed names becomes a
 * hash table in V8: it is read half as fast, and written as JSON, too. Members are a number first and then not, so that they take
 * whatever comes without another layout.
 */
export function blankOf(names: readonly string[]): Readonly<Record<string, unknown>> {
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, 0]))
  for (const name of names) blank[name] = null
  return blank
}
