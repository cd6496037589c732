/** What a refusal by a limit tells: which one, for whom it counts, where the count stands. */
export interface Exceeded {
  /** Name of the limit (server/limits/table.ts), which is the name of its quota policy, too. */
  limit: string
  /** What is counted, e.g. "requests at once". */
  unit: string
  /** Whose count it is: one connection, one address, one network (a /48), one key, one workspace, everybody without a key, or all. */
  of: 'connection' | 'address' | 'network' | 'key' | 'workspace' | 'visitors' | 'all'
  max: number
  now: number
  /** Seconds over which it is counted; without it, what is under way at this moment. */
  window?: number
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10 §3 and §4: what the policy is, and what is left of it. `retryAfter`
 * are the seconds until something is left.
 */
export const rateLimitFields = (
  { limit, max, now, window }: Pick<Exceeded, 'limit' | 'max' | 'now' | 'window'>,
  retryAfter?: number,
): Record<'RateLimit-Policy' | 'RateLimit', string> => ({
  'RateLimit-Policy': `"${limit}";q=${max}${window === undefined ? ';qu="concurrent-requests"' : `;qu="seconds";w=${window}`}`,
  RateLimit: `"${limit}";r=${Math.max(0, Math.floor(max - now))}${retryAfter === undefined ? '' : `;t=${retryAfter}`}`,
})

/** The limit a refusal names among its extras, if it names one. */
export const exceededIn = (extra: Record<string, unknown>): Exceeded | null =>
  typeof extra.exceeded === 'object' && extra.exceeded !== null ? (extra.exceeded as Exceeded) : null
