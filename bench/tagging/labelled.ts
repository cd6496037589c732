import { readFileSync } from 'node:fs'
import { matches } from '#gnql/match.ts'
import type { AnalyzedRule } from '#pipeline/tag/analyze-rules.ts'
import { ruleDocument } from '#pipeline/tag/reading.ts'
import type { Tag } from '#model/tag.ts'
import { request } from '#tags/proof/sketch.ts'

/** A request of tags/exploit-requests.ndjson in the extra data. */
interface Labelled {
  cve: string[]
  method: string
  path: string
  headers: Record<string, string>
  body: string
  blocked_expected: boolean
}

/** What became of labelled requests under one family of rules. */
export interface Judged {
  /** Exploits of a vulnerability that a rule of the family names, and those of them that got such a tag. */
  known: number
  found: number
  /** Tags with a CVE that were given, and those of them whose request is labelled so. */
  given: number
  right: number
  /** Harmless look-alikes that got a malicious tag. */
  accused: number
}

const headerNames = ['agent', 'authorization', 'cookies', 'referer', 'contentType'] as const
const lines = ['user-agent', 'authorization', 'cookie', 'referer', 'content-type']

const documentOf = ({ method, path, headers, body }: Labelled): object => {
  const said = headerNames.flatMap((name, index) => {
    const line = Object.entries(headers).find(([key]) => key.toLowerCase() === lines[index])
    return line ? [[name, line[1]] as const] : []
  })
  const session = request(method, path, body, { headers, ...Object.fromEntries(said) })
  return ruleDocument(session)
}

/** Labelled requests held against rules over single sessions, by family. */
export function judgeLabelled(
  file: string,
  {
    tags,
    rules,
    familyOf,
  }: { tags: readonly Tag[]; rules: readonly AnalyzedRule[]; familyOf: (tag: Tag) => string },
): Map<string, Judged> {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled)
  const bySlug = new Map(tags.map((tag) => [tag.slug, tag]))
  const families = new Map<string, Judged>()
  const family = (tag: Tag): Judged => {
    const name = familyOf(tag)
    const mine = families.get(name) ?? { known: 0, found: 0, given: 0, right: 0, accused: 0 }
    families.set(name, mine)
    return mine
  }
  for (const row of rows) {
    const document = documentOf(row)
    const given = rules
      .filter(({ predicate }) => matches(predicate, document))
      .flatMap(({ slug }) => bySlug.get(slug) ?? [])
    const shares = ({ cves }: Tag): boolean => cves.some((cve) => row.cve.includes(cve))
    const knowing = row.blocked_expected ? tags.find(shares) : undefined
    if (knowing) {
      family(knowing).known += 1
      if (given.some(shares)) family(knowing).found += 1
    }
    for (const tag of given) {
      if (!row.blocked_expected && tag.intention === 'malicious') family(tag).accused += 1
      // Requests without a label may be exploits of anything: they tell nothing about precision.
      if (tag.cves.length === 0 || (row.blocked_expected && row.cve.length === 0)) continue
      family(tag).given += 1
      if (row.blocked_expected && shares(tag)) family(tag).right += 1
    }
  }
  return families
}
