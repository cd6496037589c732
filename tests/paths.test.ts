import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/start.ts'

/** Texts that send a reader to a file send him to one that is there. */

/** What is no source of ours; names with a dot in front are left out, too. */
const others = new Set(['node_modules', 'build', 'data'])
const folders = readdirSync(root).filter(
  (name) => !name.startsWith('.') && !others.has(name) && statSync(join(root, name)).isDirectory(),
)
const files = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
].filter((name) => /\.(?:md|tsx?|mjs)$/.test(name))
const path = new RegExp(
  `(?<![\\w./#-])(?:${folders.join('|')})(?:/[\\w-]+)*/[\\w.-]+\\.(?:tsx?|mjs|md)\\b`,
  'g',
)
const isComment = (line: string): boolean => /^\s*(?:\/?\*|\/\/)/.test(line)

test('every file that docs and comments name exists', () => {
  const dead: string[] = []
  // Migrations are frozen as they were written.
  for (const file of files.filter((name) => !name.startsWith('store/analytics/migrations/')))
    for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries())
      for (const [named] of file.endsWith('.md') || isComment(line) ? line.matchAll(path) : [])
        if (![root, join(root, dirname(file))].some((from) => existsSync(join(from, named))))
          dead.push(`${file}:${index + 1} ${named}`)
  expect(files.length).toBeGreaterThan(1000)
  expect(dead).toEqual([])
})
