import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../product/start.ts'

export type RuleVersion = 'first' | 'second'

/** What differs: a rule of one session, one over time, and one that the second version has no longer. */
const own: Record<RuleVersion, { one: string; count: object }> = {
  first: { one: 'http.uri:*1*', count: { of: 'sessions', atLeast: 3, within: 60 } },
  second: { one: 'http.uri:*2*', count: { of: 'sessions', atLeast: 5, within: 30 } },
}

/** The shipped rules with some changes of a version's own, in a folder under `at`. */
export function writeRules(at: string, version: RuleVersion): string {
  const folder = join(at, version)
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'tags', 'rules'), folder, { recursive: true })
  const pattern = JSON.parse(readFileSync(join(folder, 'activity', 'env-crawler.json'), 'utf8')) as object
  const put = (slug: string, change: object): void =>
    writeFileSync(
      join(folder, 'activity', `${slug}.json`),
      JSON.stringify({ ...pattern, slug, name: slug, ...change }),
    )
  const { one, count } = own[version]
  put('torture-one', { rule: one, id: '7bd7bcc7-b2f2-587f-a96a-878074a431c0' })
  put('torture-over-time', { rule: 'http.uri:*', count, id: '7bd7bcc7-b2f2-587f-a96a-878074a431c1' })
  if (version === 'second') rmSync(join(folder, 'activity', 'env-crawler.json'))
  return folder
}

/** The environment in which a server has the rules of a folder instead of its own, and the clock of the tests. */
export const underRules = (folder: string): Record<string, string> => ({
  NODE_OPTIONS:
    `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(join(import.meta.dirname, 'other-rules.ts')).href}`.trim(),
  OTHER_RULES: folder,
})
