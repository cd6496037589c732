import { z } from 'zod'
import { refuse } from '#model/errors.ts'

/** Booleans arrive as true, false and, from every call of the public Python client, as True and False. */
export const looseBoolean = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', '']))
  .transform((text) => text === 'true' || text === '1')

/** Parses query or body values and names the first thing that is wrong: what, where, what was expected. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || 'request'
  throw refuse('invalid-input', `${where}: ${issue?.message ?? 'not valid'}`, {
    issues: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ at: path.join('.'), message })),
  })
}
