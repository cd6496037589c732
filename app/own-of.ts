/** What a table says of a name that comes from outside; of names that every object knows (`constructor`), nothing. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
