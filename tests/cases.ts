/** Set by torture: laws draw as many cases as they can use; `npm test` draws as many as a change needs to be noticed. */
export const thoroughSetting = 'NOISEFLOOR_THOROUGH'

/** How many cases a law draws. */
export const cases = (test: number, torture: number): number =>
  process.env[thoroughSetting] === '1' ? torture : test
