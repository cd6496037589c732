/**
 * Headers every answer carries, also those the app never sees: the adapter's own and those for what is no HTTP. An answer
 * that may be kept says so itself; pages add their content security policy (server/pages).
 */
export const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
} as const

/** Seconds for which a connection stays open on which nobody asks. */
export const keepAliveSeconds = 5
