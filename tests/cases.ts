/**
 * "1", as torture sets it: laws draw as many cases as they can use; `npm test` draws as many as a change needs to be noticed. "0.1" is a
 * tenth of torture's.
 */
export const thoroughSetting = 'NOISEFLOOR_THOROUGH'

/** How many cases a law draws. */
export function cases(test: number, torture: number): number {
  const share = Number(process.env[thoroughSetting] ?? 0)
  return share > 0 ? Math.ceil(torture * share) : test
}
