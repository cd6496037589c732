import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { registries } from '../registry/registries.ts'
import { fieldCatalogues } from '../registry/registry.ts'
import { analyze } from '../analyze.ts'
import { fieldEntries } from './fields.ts'
import { chapters } from './operators.ts'
import { markdownTable } from './table.ts'

const now = Date.UTC(2026, 10, 21, 12)
const page = readFileSync(new URL('../../docs/gnql.md', import.meta.url), 'utf8')

describe('docs/gnql.md', () => {
  test.each(fieldCatalogues)(
    'lists every field of %s as the registry has it (write it anew: node scripts/gnql-docs.ts)',
    (catalogue) => {
      const [, found] =
        new RegExp(`<!-- fields:${catalogue} -->\\n([\\s\\S]*?)\\n<!-- /fields -->`).exec(page) ?? []
      expect(found).toBe(markdownTable(fieldEntries(registries[catalogue])))
    },
  )

  test('its examples are understood without a remark', () => {
    const examples = [...page.matchAll(/```gnql\n([\s\S]*?)```/g)].flatMap(([, block]) =>
      (block ?? '').trim().split('\n'),
    )
    expect(examples.length).toBeGreaterThan(30)
    for (const text of examples) expect(analyze(text, { catalogue: 'ip', now }).diagnostics, text).toEqual([])
  })

  test('interesting means what the page says', () => {
    const [, word, rule] = /\n```gnql\n(interesting)\n(.*)\n/.exec(page) ?? []
    const meaning = (text = '') => analyze(text, { catalogue: 'ip', now }).predicate
    expect(meaning(word)).toEqual(meaning(rule))
  })
})

test('the usages of the reference are understood without a remark', () => {
  for (const { example } of chapters.flatMap(({ usages }) => usages))
    expect(analyze(example, { catalogue: 'ip', now }).diagnostics, example).toEqual([])
})
