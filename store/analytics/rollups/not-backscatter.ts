/**
 * Which of `sessions AS s` tell of their source: who only answered questions nobody saw (docs/methods/direction.md) was not
 * seen scanning, and may never have been there.
 */
export const notBackscatter = "s.direction != 'backscatter'"
