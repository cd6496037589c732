import { z } from 'zod'

/** What settings have in common. */

export interface Documented {
  /** May hold a password: its value is never repeated. */
  secret?: true
  schema: z.ZodType
  about: string
  fallback: string
}

export const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'])
    .default(fallback ? 'on' : 'off')
    .transform((text) => ['on', 'true', '1', 'yes'].includes(text))

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'expected an address that begins with http:// or https://',
})

/** In decimal digits: read as JavaScript does, a blank is 0 and "0x10" is 16. */
export const number = (minimum: number, maximum: number) =>
  z
    .string()
    .trim()
    .regex(/^-?(\d+(\.\d*)?|\.\d+)$/, 'expected a number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
