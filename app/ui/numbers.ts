import { percent, withCommas } from '#model/numbers.ts'

export { compact, percent, withCommas } from '#model/numbers.ts'

/** A chance never rounds up to certainty nor down to none: 0.99999 → 99.9%, 0.0004 → under 0.1%. */
export const chance = (ratio: number): string =>
  ratio > 0 && ratio < 0.001 ? 'under 0.1%' : percent(Math.floor(ratio * 1000 + 1e-9) / 1000)

/** "1 address", "2 addresses". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${withCommas(value)} ${value === 1 ? one : many}`
