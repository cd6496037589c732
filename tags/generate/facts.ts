import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What is put where it does not belong; `request` and `endpoint` have nothing of the kind. */
export const kinds = [
  'traversal',
  'command',
  'sql',
  'script',
  'code',
  'address',
  'entity',
  'object',
  'upload',
  'quote',
  /** The whole request, by what stands beside its path, is the exploit: nobody sends it by accident. */
  'request',
  /** Whoever asks for this path uses the flaw, or looks for it. */
  'endpoint',
] as const
export type Kind = (typeof kinds)[number]

/** A path as it is asked for; `*` stands for anything, `/` alone for any path. */
const path = z
  .string()
  .max(200)
  .regex(/^\/[^\s"<>{}]*$/)
const texts = z.array(z.string().min(2).max(100)).min(1).max(5)

const request = z
  .strictObject({
    /** Without it any method will do. */
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']).optional(),
    path,
    /** Nothing follows the path but a query. */
    ends: z.literal(true).optional(),
    /** Texts that stand in the URI beside the path: "action=search". */
    with: texts.optional(),
    /** Texts that stand in the body. */
    says: texts.optional(),
    /** Header lines, "name: text in its value", or the name alone. */
    headers: texts.optional(),
    /** Where the exploiting part stands: after the path, in a parameter of the query, in the body, in a header. */
    place: z.enum(['path', 'query', 'body', 'header']),
    /** Name of the parameter or header that holds it. */
    parameter: z.string().min(1).max(60).optional(),
    kind: z.enum(kinds),
  })
  .refine(({ path: at, with: beside, says, headers, parameter }) => {
    return at.length >= 4 || beside || says || headers || parameter !== undefined
  }, 'nothing tells this request from any other')
export type RequestFact = z.infer<typeof request>

const fact = z.strictObject({
  cves: z.array(z.string().regex(/^CVE-\d{4}-\d{4,}$/)).min(1),
  product: z.string().min(2).max(40),
  reference: z.url(),
  requests: z.array(request).min(1).max(6),
})

/** How a known vulnerability is asked for over HTTP: facts, in our own shape. */
export type Fact = z.infer<typeof fact>

export const parseFacts = (value: unknown): Fact[] => z.array(fact).parse(value)

/** Whether what was gathered is whole and short enough to be a fact. */
export const isFact = (value: unknown): value is Fact => fact.safeParse(value).success
export const isRequest = (value: unknown): value is RequestFact => request.safeParse(value).success

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

/** Facts gathered from what others publish (collect/), and facts written down by hand; one a line. */
export const gatheredFile = join(import.meta.dirname, 'gathered.ndjson')
export const writtenFile = join(import.meta.dirname, 'written.ndjson')

export const writtenFacts = (): Fact[] => parseFacts(linesOf(writtenFile))
export const gatheredFacts = (): Fact[] => parseFacts(linesOf(gatheredFile))

/** All facts of this repository, by vulnerability. */
export const loadFacts = (): Fact[] =>
  [...writtenFacts(), ...gatheredFacts()].sort((one, other) =>
    (one.cves[0] ?? '') < (other.cves[0] ?? '') ? -1 : 1,
  )
