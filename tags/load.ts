import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Tag, countable, intentions, tagCategories } from '#model/tag.ts'

const ruleFile = z.strictObject({
  id: z.uuid(),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(80),
  name: z.string().min(1).max(80),
  category: z.enum(tagCategories),
  intention: z.enum(intentions),
  description: z.string().min(1).max(600),
  references: z.array(z.url()),
  cves: z.array(z.string().regex(/^CVE-\d{4}-\d{4,}$/)),
  actor: z.string().min(1).optional(),
  recommendBlock: z.boolean(),
  createdAt: z.iso.date(),
  rule: z.string().min(1).max(8192),
  count: z
    .strictObject({
      of: z.enum(countable),
      atLeast: z.int().min(2).max(100_000),
      within: z.int().min(1).max(86_400),
    })
    .optional(),
})

const rulesFolder = join(import.meta.dirname, 'rules')
/** Rules made from facts (tags/generate), one a line. */
export const generatedFile = join(import.meta.dirname, 'generated.ndjson')

const readRule = (text: string, where: string): Tag => {
  const parsed = ruleFile.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`)
  const { actor, count, ...rest } = parsed.data
  const tag = { ...rest, ...(count && { count }) }
  return actor === undefined ? tag : { ...tag, actor }
}

/** Rules written by hand, each in a file named after its slug, in the folder of its category. */
export const handTags = (folder = rulesFolder): readonly Tag[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const where = `tags/rules/${file}`
      const tag = readRule(readFileSync(join(folder, file), 'utf8'), where)
      if (join(tag.category, `${tag.slug}.json`) !== file)
        throw new Error(`${where}: expected at ${tag.category}/${tag.slug}.json`)
      return tag
    })

const generatedTags = (): readonly Tag[] =>
  readFileSync(generatedFile, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      line === '' ? [] : [readRule(line, `tags/generated.ndjson, line ${index + 1}`)],
    )

/** The generated rules and those by hand of a folder, by slug. @throws Error naming the file when one is not a rule */
export const readTags = (folder: string): readonly Tag[] =>
  [...handTags(folder), ...generatedTags()].sort((one, other) => (one.slug < other.slug ? -1 : 1))

let loaded: readonly Tag[] | undefined

/** All rules of this version, by slug. Read and validated once a process: they are part of the program. */
export const loadTags = (): readonly Tag[] => (loaded ??= readTags(rulesFolder))
