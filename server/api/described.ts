import type { z } from '@hono/zod-openapi'

/** A JSON answer, for the description of a call. */
export const answers = <S extends z.ZodType>(description: string, schema: S) => ({
  200: { description, content: { 'application/json': { schema } } },
})

/** A JSON body that a call needs. */
export const takes = <S extends z.ZodType>(schema: S) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

/** A form that a call needs, as browsers send it. */
export const takesForm = <S extends z.ZodType>(schema: S) => ({
  body: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
})
