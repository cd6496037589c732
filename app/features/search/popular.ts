/** The popular searches, word for word as specified. */
export const popularSearches = [
  'last_seen:1d',
  'category:"hosting"',
  'tags:"Mirai"',
  'last_seen:1d classification:"malicious"',
] as const
