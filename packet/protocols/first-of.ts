/** At most so many of both lists, in their order. */
export const firstOf = <T>(max: number, first: readonly T[], later: readonly T[]): T[] =>
  [...first, ...later].slice(0, max)
