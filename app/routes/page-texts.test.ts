import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from './table.ts'

test('every page that is shown says its title and a description, for whoever shows a link to it', () => {
  const modules = pages.flatMap(({ module }) => (module?.endsWith('.tsx') ? [module] : []))
  const silent = modules.filter((module) => {
    const text = readFileSync(new URL(`../${module}`, import.meta.url), 'utf8')
    return !text.includes('pageTexts(')
  })
  expect(modules.length).toBeGreaterThan(30)
  // It only leads on.
  expect(silent).toEqual(['routes/trends-default.tsx'])
})
