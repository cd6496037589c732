import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The order of the modules of store/analytics (docs/architecture.md): what the engine is, what its tables are, what marks work to
 * do, what is derived, what is read. A module imports from modules before it, and from files of this folder.
 */
const order = [
  // What the engine is, and how it is asked.
  ['query', 'launch', 'predicate'],
  // What its tables are.
  ['rollups', 'tables', 'tag-catalogue', 'migrate'],
  // What is to be derived anew.
  ['marks'],
  // What is written and derived.
  ['sessions', 'rdns', 'evidence', 'verdicts', 'documents', 'tag-counts', 'rebuild'],
  // What repairs damaged files of the engine.
  ['parts'],
  // What is read.
  ['terms', 'ips', 'cves', 'timeline', 'exports'],
  // What leaves.
  ['retention'],
  // How the schema came about, which may name anything.
  ['migrations'],
].flat()

const here = import.meta.dirname
/** The product's own files: tests and what they share may look anywhere. */
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.ts$|testing/.test(name),
)
const moduleOf = (file: string): string | null => (file.includes('/') ? (file.split('/')[0] ?? null) : null)

test('modules of the analytics store import from those before them only', () => {
  const against: string[] = []
  for (const file of files) {
    const own = moduleOf(file)
    if (own === null) continue
    expect(order, file).toContain(own)
    for (const [, target = ''] of readFileSync(join(here, file), 'utf8').matchAll(/from '(\.\.?\/[^']+)'/g)) {
      const other = moduleOf(normalize(join(dirname(file), target)))
      if (other !== null && other !== '..' && order.indexOf(other) > order.indexOf(own))
        against.push(`${file} -> ${target}`)
    }
  }
  expect(against).toEqual([])
})

test('the order names no module that is not there', () => {
  const there = new Set(files.map(moduleOf))
  expect(order.filter((name) => !there.has(name))).toEqual([])
  expect(new Set(order).size).toBe(order.length)
})
