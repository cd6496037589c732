/**
 * How long to wait after a refresh that took `tookMs`: two seconds, and three times as long as it took when that is
 * more. A refresh uses one core at most, so documents never cost more than a quarter of a core over time.
 */
export const pauseAfter = (tookMs: number): number => Math.max(2000, 3 * tookMs)
