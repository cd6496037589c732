import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/start.ts'

/** One way of doing what can be done in several, where the linter has no rule for it. */

const others = new Set(['node_modules', 'build', 'data', 'docs', 'public'])
const files = readdirSync(root)
  .filter((name) => !name.startsWith('.') && !others.has(name) && statSync(join(root, name)).isDirectory())
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
const holding = (pattern: RegExp): string[] =>
  files.filter((name) => pattern.test(readFileSync(join(root, name), 'utf8')))

test('there is one type of log, and one place that makes a logger', () => {
  expect(holding(/^(?:export )?(?:interface|type) Log(?:ger)?\b/m)).toEqual(['store/log.ts'])
  expect(holding(/from 'pino'/).filter((name) => !name.startsWith('tests/'))).toEqual([
    'server/run/program.ts',
  ])
})

test('an error is logged as `err`: under another name nothing is left of what it says', () => {
  expect(holding(/\blog\.\w+\(\{ *error\b/)).toEqual([])
})

test('private members are named #x', () => {
  expect(holding(/^ +private /m)).toEqual([])
})
