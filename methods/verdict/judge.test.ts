import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from '#tags/load.ts'
import { readEvidence } from '#model/evidence.ts'
import { judge } from './judge.ts'
import { codeOf, type Reason, verdictMethod } from './rule.ts'

const seen = fc.record<Reason>({
  kind: fc.constant('tag'),
  slug: fc.stringMatching(/^[a-z]{1,8}$/),
  name: fc.string(),
  category: fc.constantFrom(...tagCategories),
  intention: fc.constantFrom(...intentions),
  firstSeen: fc.constant('2026-01-01T00:00:00Z'),
  lastSeen: fc.constantFrom('2026-01-02T00:00:00Z', '2026-01-03T23:59:59Z', '2026-02-01T00:00:00Z'),
  sessions: fc.integer({ min: 1, max: 1000 }),
})

const tag = (slug: string, sessions: number, lastSeen = '2026-01-02T00:00:00Z'): Reason => {
  const found = loadTags().find((one) => one.slug === slug)
  if (!found) throw new Error(`no tag ${slug}`)
  const { name, category, intention } = found
  return {
    kind: 'tag',
    slug,
    name,
    category,
    intention,
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen,
    sessions,
  }
}

const evidence = (text: string, name: string): Reason => {
  const { kind, name: slug } = readEvidence(text) ?? { kind: 'sighting', name: '' }
  const intention =
    kind === 'name' || kind === 'range' ? 'benign' : kind === 'claim' ? 'suspicious' : 'malicious'
  const category = kind === 'malicious' ? 'others' : 'actor'
  return { kind, slug, name, category, intention, firstSeen: '', lastSeen: '', sessions: 0 }
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
        const actor: Reason = { ...other, category: 'actor', intention: 'benign' }
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

  test('what would change it does: the reasons that go, the one that comes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seen, { selector: codeOf }), fc.boolean(), (tags, dated) => {
        const lastSeen = dated ? '2026-02-01T00:00:00Z' : ''
        const verdict = judge(tags, lastSeen)
        for (const change of verdict.changes) {
          expect(change.becomes).not.toBe(verdict.classification)
          expect(change.on === '').toBe(!dated || change.without.length === 0)
          const come: Reason[] = change.with
            ? [{ ...tag('curl', 1), slug: 'new', ...change.with, lastSeen: '2026-02-01T00:00:00Z' }]
            : []
          // On the day that is named, other tags may have left as well.
          const stay = tags.filter(
            (reason) =>
              !change.without.includes(codeOf(reason)) &&
              (change.on === '' || Date.parse(reason.lastSeen) > Date.parse(change.on) - 89 * 86_400_000),
          )
          if (change.becomes === '') expect(stay).toEqual([])
          else expect(judge([...stay, ...come]).classification).toBe(change.becomes)
        }
      }),
    )
  })

  test('a benign intention outside actors and search engines clears nothing', () => {
    expect(judge([{ ...tag('curl', 1), intention: 'benign' }]).classification).toBe('unknown')
  })

  test('the worked example of the method is what is computed', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/methods/verdict.md'), 'utf8')
    expect(page).toContain(`(${verdictMethod})`)
    const rows = [...page.matchAll(/^\| ([^|]+?) +\| (\w+) +\| (\w+) +\| (\d+) +\| ([\d-]{10}) +\|$/gm)].map(
      ([, name = '', , , sessions, last]) => {
        const found = loadTags().find((one) => one.name === name)
        return tag(found?.slug ?? name, Number(sessions), `${last}T12:00:00Z`)
      },
    )
    expect(rows.map(({ category, intention }) => `${category} ${intention}`)).toEqual([
      'activity unknown',
      'activity suspicious',
      'activity malicious',
    ])
    const last = '2026-11-20T12:00:00Z'
    const without = rows.filter(({ intention }) => intention !== 'malicious')
    const claiming = [...without, evidence('claim:googlebot', 'Googlebot')]
    const sentences = [
      judge(rows, last).sentence,
      judge(rows, last).wouldChange,
      judge([...rows, evidence('name:shodan-io', 'Shodan.io')], last).sentence,
      judge(without, last).sentence,
      judge(claiming, last).sentence,
      judge([...claiming, evidence('malicious:dshield', 'dshield')], last).sentence,
    ].map((sentence) => `> ${sentence}`)
    expect(page.split('\n').filter((line) => line.startsWith('> '))).toEqual(sentences)
  })
})
