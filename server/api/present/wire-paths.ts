import { z } from '@hono/zod-openapi'
import { ipRecord } from '../wire/ip-record.ts'

/** Where the facts of an address stand in the record; may be left out of a path. */
const scanner = 'internet_scanner_intelligence'

const paths = new Set<string>()
walk(ipRecord, '')

function walk(schema: unknown, at: string): void {
  if (at !== '') paths.add(at)
  // Of a list of objects, what its members hold.
  const inner = schema instanceof z.ZodArray ? schema.element : schema
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, part] of Object.entries(inner.shape)) walk(part, at === '' ? name : `${at}.${name}`)
}

/** Where a name may stand, the likeliest first: some clients leave out `metadata.` too. */
const prefixes = ['', `${scanner}.`, `${scanner}.metadata.`]

/** Every path of the record, with and without the prefixes. */
export const wireNames: readonly string[] = [
  ...[...paths].map((path) => path.replace(`${scanner}.`, '')),
  ...paths,
]

/** The whole path of a name as people write it; null when the record has no such place. */
export const wirePath = (name: string): string | null =>
  prefixes.map((prefix) => `${prefix}${name}`).find((path) => paths.has(path)) ?? null
