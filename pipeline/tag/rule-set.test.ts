import { expect, test } from 'vitest'
import { loadTags } from '#tags/load.ts'
import { othersServed } from '#tests/others-served.ts'
import { analyzeRules, speaksOf } from './analyze-rules.ts'
import { compileTagging } from './compile.ts'
import { compileRuleSet } from './rule-set.ts'

test('all rules are compiled as when a statement asks for them at once, and others are served between', async () => {
  const tags = loadTags()
  const rules = compileRuleSet(tags)
  const { others } = await othersServed(() => rules.compile!())
  expect(others).toBeGreaterThan(2)
  expect(rules.tagging).toEqual(compileTagging(tags))
})

test('some of them are those alone', async () => {
  const tags = loadTags()
  const some = tags.slice(0, 5)
  const { tagging } = await compileRuleSet(tags).pick(new Set(some.map(({ slug }) => slug)))
  expect(tagging).toEqual(compileTagging(some))
})

test('those that ask what a capture was taken at are all that a change of it can reach, and not many', async () => {
  const tags = loadTags()
  const { slugs } = await compileRuleSet(tags).ofVantage()
  const asking = analyzeRules(tags).filter(({ own }) => speaksOf('vantage', own))
  expect(asking.length).toBeGreaterThan(50)
  expect(asking.filter(({ slug }) => !slugs.includes(slug))).toEqual([])
  expect(slugs.length).toBeLessThan(tags.length / 5)
})
