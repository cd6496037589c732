/**
 * What one line of text does not hold, as a class of a regular expression: control characters, which break mails and which PostgreSQL
 * does not keep; halves of a surrogate pair, which no database gives back as they were; and what turns the rest of a line around.
 */
export const notInLine = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069`
