import { z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'

/** Booleans arrive as true, false and, from every call of the public Python client, as True and False. */
export const looseBoolean = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', '']))
  .transform((text) => text === 'true' || text === '1')
  .openapi({ type: 'boolean' })

/** A whole number in decimal digits: "0x10", "1e3" and "" are none. */
export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .openapi({ type: 'integer', minimum, maximum })

/** The same, with what holds when it is left out. */
export const integerOr = (fallback: number, minimum: number, maximum: number) =>
  integer(minimum, maximum).default(fallback).openapi({ default: fallback })

/** Parses query or body values and names the first thing that is wrong: what, where, what was expected. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refuse('invalid-input', firstOf(parsed.error.issues), {
    issues: parsed.error.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ at: inShort(path.join('.')), message: inShort(message) })),
  })
}

/** The hook of a call: names the first thing that is wrong with what it was sent. @throws Refusal 'invalid-input' */
export function refuseInvalid(result: { success: boolean; error?: z.ZodError }): void {
  if (!result.success) throw refuse('invalid-input', firstOf(result.error?.issues ?? []))
}

const firstOf = ([issue]: z.ZodError['issues']): string =>
  `${inShort(issue?.path.join('.') ?? '') || 'request'}: ${inShort(issue?.message ?? 'not valid')}`

/** Characters that say where something is wrong, or what: both may repeat the names of all that was sent. */
const longest = 1000

export const inShort = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text
