/** Numbers are written en-US whatever the reader's language, so that copies and screenshots agree. */
const commas = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** 92,599 */
export const withCommas = (value: number): string => commas.format(value)
/** 92.6K */
export const compact = (value: number): string => short.format(value)
/** 0.125 → 12.5% */
export const percent = (ratio: number): string => share.format(ratio)

/** A chance never rounds up to certainty nor down to none: 0.99999 → 99.9%, 0.0004 → under 0.1%. */
export const chance = (ratio: number): string =>
  ratio > 0 && ratio < 0.001 ? 'under 0.1%' : share.format(Math.floor(ratio * 1000 + 1e-9) / 1000)

/** "1 address", "2 addresses". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${withCommas(value)} ${value === 1 ? one : many}`
