/**
 * Seconds after which a sign-in of which nothing is heard is over: the maximum age of its secret, by which a browser goes on being signed
 * in. An open page asks for its session on this interval (specification §4, local provider).
 */
export const signInMaxAgeSeconds = 14 * 86_400
