import { z } from '@hono/zod-openapi'

/** What is suggested while a query is typed. */

const item = z.object({
  kind: z.enum(['field', 'value', 'term', 'operator', 'close']),
  label: z.string(),
  detail: z.string(),
  insert: z.string().openapi({ description: 'Goes in place of the span.' }),
  cursor: z
    .number()
    .openapi({ description: 'Where the cursor stands afterwards, from the start of `insert`.' }),
  field: z.string().nullable(),
})

const help = z.object({
  field: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'time', 'ip', 'list']),
  example: z.string(),
  shortcuts: z.array(z.string()).max(5),
  tips: z.array(z.string()).max(4),
})

export const completionAnswer = z.object({
  span: z.object({ start: z.number(), end: z.number() }),
  items: z.array(item),
  help: help.nullable(),
})

const names = z.array(z.string())

/** Names for completing queries. */
export const namesAnswer = z.object({
  actors: names,
  countries: names,
  cves: names,
  tags: z.array(z.object({ slug: z.string(), name: z.string() })),
  vpn_services: names,
})
