import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The faces of the API stand beside each other: what they share on the wire lies here, and how it is made in present/. */

const api = join(import.meta.dirname, '..')
const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const importsOf = (file: string): string[] =>
  [...readFileSync(join(api, file), 'utf8').matchAll(/from '(\.\.?\/[^']+)'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), target)),
  )
/** Folders that answer calls; the rest is shared by them. */
const shared = new Set(['wire', 'present', 'export', 'openapi', 'later'])
const faceOf = (file: string): string | null => {
  const [folder = '', ...rest] = file.split('/')
  return rest.length === 0 || shared.has(folder) ? null : folder
}

test('no version or resource of the API imports from another', () => {
  const faces = new Set(files.map(faceOf))
  for (const version of ['v1', 'v2', 'v3', 'ip', 'tags']) expect(faces).toContain(version)
  const across = files.flatMap((file) => {
    const own = faceOf(file)
    if (own === null) return []
    return importsOf(file)
      .filter((target) => ![null, '..', own].includes(faceOf(target)))
      .map((target) => `${file} -> ${target}`)
  })
  expect(across).toEqual([])
})

test('records and answers on the wire are described here and nowhere else', () => {
  const elsewhere = files.filter(
    (file) => !file.startsWith('wire/') && /\.openapi\('[A-Z]/.test(readFileSync(join(api, file), 'utf8')),
  )
  expect(elsewhere).toEqual([])
})
