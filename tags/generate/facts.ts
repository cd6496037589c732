import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What is put where it does not belong. */
export const kinds = [
  'traversal',
  'command',
  'sql',
  'script',
  'code',
  'address',
  'entity',
  'object',
  'endpoint',
] as const
export type Kind = (typeof kinds)[number]

/** A path as it is asked for; `*` stands for anything. */
const path = z.string().min(4).max(200).startsWith('/')

const request = z.strictObject({
  /** Without it any method will do. */
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']).optional(),
  path,
  /** Texts that stand in the URI beside the path: "action=search". */
  with: z.array(z.string().min(3).max(80)).max(4).optional(),
  /** Texts that stand in the body. */
  says: z.array(z.string().min(3).max(80)).max(4).optional(),
  /** Where the exploiting part stands: after the path, in a parameter of the query, in the body. */
  place: z.enum(['path', 'query', 'body']),
  /** Name of the parameter that holds it. */
  parameter: z.string().min(1).max(60).optional(),
  kind: z.enum(kinds),
})
export type RequestFact = z.infer<typeof request>

const fact = z.strictObject({
  cves: z.array(z.string().regex(/^CVE-\d{4}-\d{4,}$/)).min(1),
  product: z.string().min(2).max(40),
  reference: z.url(),
  requests: z.array(request).min(1).max(4),
})

/** How a known vulnerability is asked for over HTTP: facts, in our own shape. */
export type Fact = z.infer<typeof fact>

export const parseFacts = (value: unknown): Fact[] => z.array(fact).parse(value)

/** Whether what was gathered is whole and short enough to be a fact. */
export const isFact = (value: unknown): value is Fact => fact.safeParse(value).success

/** The facts file of this repository. */
export const factsFile = join(import.meta.dirname, 'facts.json')

export const loadFacts = (): Fact[] => parseFacts(JSON.parse(readFileSync(factsFile, 'utf8')))
