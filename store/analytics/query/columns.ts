import { z } from 'zod'
import { fromColumn } from '../address.ts'

/** How the engine's JSON writes values, and what they become. Used in the row schemas of queries. */

/** A whole number of up to 64 bits that we know to stay below 2^53 (counts, bytes). The engine quotes 64-bit ones. */
export const count = z.coerce.number().refine(Number.isSafeInteger, 'beyond 2^53')

/** A whole number of any size. */
export const bigWhole = z.coerce.bigint()

/** A 0/1 or true/false column. */
export const flag = z.union([z.boolean(), z.number()]).transform(Boolean)

/** DateTime or DateTime64 in UTC → ISO 8601 with seconds ("2026-01-31T09:00:00Z"); the epoch means never → "". */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/)
  .transform((text) =>
    text.startsWith('1970-01-01 00:00:00') ? '' : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`,
  )

/** DateTime64(3) in UTC → milliseconds since 1970. */
export const milliseconds = z.string().transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`))

/** Date → "YYYY-MM-DD"; the epoch means never → "". */
export const day = z.string().transform((text) => (text === '1970-01-01' ? '' : text))

/** IPv6 column → text as shown: dotted quads for IPv4. */
export const address = z.string().transform(fromColumn)
