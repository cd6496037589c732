/** Seconds without a request after which a sign-in is over. */
export const signInIdleSeconds = 14 * 86_400

/** A page that asks exactly when it is told to is late by its way here, and the last use is kept to the minute. */
const graceSeconds = 5 * 60

/**
 * The age that browsers are told: the secret of a sign-in is what keeps it going, and an open page asks for its session on this interval
 * (specification §4, local provider). The server keeps it some minutes longer.
 */
export const signInMaxAgeSeconds = signInIdleSeconds - graceSeconds
