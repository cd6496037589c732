/**
 * Text as gnql's `fold` lowers it, code point by code point. The engine alone would lower a capital sigma by its
 * place in the word (ΟΔΟΣ → οδος with a final ς), and then "ΟΔΟΣ*" would miss "ΟΔΟΣΑ". Use it for lower-cased twins too.
 */
export const loweredSql = (expr: string): string => `lowerUTF8(replaceAll(${expr}, 'Σ', 'σ'))`

/** The texts of a list, lowered so. Indexes hold this expression to the letter (ips/indexed.ts). */
export const loweredList = (expr: string): string => `arrayMap(x -> ${loweredSql('x')}, ${expr})`

/** The numbers of a list as texts: indexes hold texts only. */
export const writtenList = (expr: string): string => `arrayMap(x -> toString(x), ${expr})`
