/**
 * How long to wait after a refresh that took `tookMs`: a second, or five times as long as it took, so that steady
 * change costs no more than a sixth of a core (a refresh uses one core at most). Never above two seconds: longer
 * rounds belong to bulk loads and busy machines, where what was accepted must still be found within seconds.
 */
export const pauseAfter = (tookMs: number): number => Math.min(2000, Math.max(1000, 5 * tookMs))

/** How long to wait after a consolidation that took `tookMs`: half a minute, or so long that it takes a tenth of a core at most. */
export const pauseAfterConsolidation = (tookMs: number): number => Math.max(30_000, 9 * tookMs)
