import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from '#tags/load.ts'
import { type TagSeen, judge, method } from './judge.ts'

const seen = fc.record<TagSeen>({
  slug: fc.stringMatching(/^[a-z]{1,8}$/),
  name: fc.string(),
  category: fc.constantFrom(...tagCategories),
  intention: fc.constantFrom(...intentions),
  firstSeen: fc.constant('2026-01-01T00:00:00Z'),
  lastSeen: fc.constant('2026-01-02T00:00:00Z'),
  sessions: fc.integer({ min: 1, max: 1000 }),
})

const tag = (slug: string, sessions: number): TagSeen => {
  const found = loadTags().find((one) => one.slug === slug)
  if (!found) throw new Error(`no tag ${slug}`)
  const { name, category, intention } = found
  return {
    slug,
    name,
    category,
    intention,
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen: '2026-01-02T00:00:00Z',
    sessions,
  }
}

describe('verdict', () => {
  test('order does not matter, and no tag is lost or added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seen, { selector: ({ slug }) => slug }), (tags) => {
        const verdict = judge(tags)
        expect(judge(tags.toReversed())).toEqual(verdict)
        expect(new Set(verdict.reasons.map(({ slug }) => slug))).toEqual(
          new Set(tags.map(({ slug }) => slug)),
        )
      }),
    )
  })

  test('a further tag that clears makes it benign; without one, a malicious tag makes it malicious', () => {
    fc.assert(
      fc.property(fc.array(seen), seen, (tags, other) => {
        const actor: TagSeen = { ...other, category: 'actor', intention: 'benign' }
        expect(judge([...tags, actor]).classification).toBe('benign')
        const withoutActors = tags.filter(({ intention }) => intention !== 'benign')
        expect(judge([...withoutActors, { ...other, intention: 'malicious' }]).classification).toBe(
          'malicious',
        )
      }),
    )
  })

  test('taking away what did not decide changes nothing; taking away what did changes the verdict', () => {
    fc.assert(
      fc.property(fc.array(seen), (tags) => {
        const { classification, reasons } = judge(tags)
        expect(judge(reasons.filter(({ decided }) => decided)).classification).toBe(classification)
        const rest = judge(reasons.filter(({ decided }) => !decided)).classification
        if (classification !== 'unknown') expect(rest).not.toBe(classification)
      }),
    )
  })

  test('a benign intention outside actors and search engines clears nothing', () => {
    expect(judge([{ ...tag('curl', 1), intention: 'benign' }]).classification).toBe('unknown')
  })

  test('the worked example of the method is what is computed', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/methods/verdict.md'), 'utf8')
    expect(page).toContain(`(${method})`)
    const rows = [...page.matchAll(/^\| ([^|]+) \| (\w+) \| (\w+) \| (\d+) \|$/gm)].map(
      ([, name = '', , , sessions]) => {
        const found = loadTags().find((one) => one.name === name)
        return tag(found?.slug ?? name, Number(sessions))
      },
    )
    expect(rows.map(({ category, intention }) => `${category} ${intention}`)).toEqual([
      'activity unknown',
      'activity suspicious',
      'activity malicious',
    ])
    const sentences = [
      judge(rows),
      judge([...rows, tag('shodan-io', 55)]),
      judge(rows.filter(({ intention }) => intention !== 'malicious')),
    ].map(({ sentence }) => `> ${sentence}`)
    expect(page.split('\n').filter((line) => line.startsWith('> '))).toEqual(sentences)
  })
})
