import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OperatorVerdict, operatorVerdicts, wordName } from '#model/dispute.ts'
import { intentions, tagCategories } from '#model/tag.ts'
import { loadTags } from '#tags/load.ts'
import { readEvidence } from '#model/evidence.ts'
import { judge } from './judge.ts'
import { codeOf, intentionIn, type Reason, verdictMethod } from './rule.ts'

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

const word = (verdict: OperatorVerdict, id = '1'): Reason => {
  const slug = wordName(verdict, id)
  return {
    kind: 'operator',
    slug,
    name: 'the operator',
    category: 'others',
    intention: intentionIn({ kind: 'operator', name: slug }),
    firstSeen: '',
    lastSeen: '',
    sessions: 0,
  }
}

describe('what the operator set', () => {
  const anyWord = fc.constantFrom(...operatorVerdicts).map((verdict) => ({ verdict, reason: word(verdict) }))

  test('decides alone, whatever else there is, and nothing else is lost', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seen, { selector: codeOf }), anyWord, (tags, { verdict, reason }) => {
        const { classification, reasons } = judge([...tags, reason])
        expect(classification).toBe(verdict === 'none' ? 'unknown' : verdict)
        expect(reasons.filter(({ decided }) => decided).map(codeOf)).toEqual([codeOf(reason)])
        expect(reasons).toHaveLength(tags.length + 1)
      }),
    )
  })

  test('leaves the verdict as it would have been when it goes, and says what that is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seen, { selector: codeOf }), anyWord, (tags, { reason }) => {
        const set = judge([...tags, reason], '2026-02-01T00:00:00Z')
        const former = judge(tags).classification
        expect(set.changes.map(({ becomes }) => becomes)).toEqual(
          former === set.classification ? [] : [former],
        )
        for (const { without } of set.changes) expect(without).toEqual([codeOf(reason)])
      }),
    )
  })

  test('goes on as an older answer says that is in force then, on its day or when it is taken back', () => {
    const ends: Reason = { ...word('benign'), operator: { note: 'n', at: '', until: '2027-02-19T10:00:00Z' } }
    const stays: Reason = { ...ends, operator: { note: 'n', at: '', until: '' } }
    const bad = evidence('malicious:dshield', 'dshield')
    const told = (one: Reason, ifUndone: OperatorVerdict | null, ifEnded: OperatorVerdict | null) =>
      judge([bad, one], '', { ifUndone, ifEnded }).changes.map(({ becomes, words }) => [becomes, words])
    const [day, back] = ['ends on 2027-02-19', 'is taken back']
    expect(told(ends, 'suspicious', 'suspicious')).toEqual([
      [
        'suspicious',
        `It becomes suspicious, as an older answer set, when what the operator set ${day}, or ${back}.`,
      ],
    ])
    // The older one ends before.
    expect(told(ends, 'none', null)).toEqual([
      ['malicious', `It becomes malicious when what the operator set ${day}.`],
      ['unknown', `It becomes unknown, as an older answer set, when what the operator set ${back}.`],
    ])
    expect(told(ends, 'benign', null)).toEqual([
      ['malicious', `It becomes malicious when what the operator set ${day}.`],
    ])
    expect(told(ends, 'benign', 'benign')).toEqual([])
    expect(told(stays, 'suspicious', null)).toEqual([
      ['suspicious', `It becomes suspicious, as an older answer set, when what the operator set ${back}.`],
    ])
  })

  test('no verdict is not the same as unknown, in words', () => {
    expect(judge([word('none')]).sentence).toBe('No verdict: set by the operator.')
    expect(judge([word('unknown')]).sentence).toBe('Unknown: set by the operator.')
  })

  test('an answer that sets nothing changes nothing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(seen, { selector: codeOf }), (tags) => {
        const answer: Reason = { ...word('unknown'), kind: 'answer', slug: '1' }
        expect(judge([...tags, answer]).classification).toBe(judge(tags).classification)
        expect(judge([answer]).reasons[0]?.decided).toBe(false)
      }),
    )
  })
})

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
    const reported = [...claiming, evidence('malicious:dshield', 'dshield')]
    const answered = {
      ...word('benign'),
      operator: { note: 'n', at: '2026-11-21T10:00:00Z', until: '2027-02-19T10:00:00Z' },
    }
    const sentences = [
      judge(rows, last).sentence,
      judge(rows, last).wouldChange,
      judge([...rows, evidence('name:shodan-io', 'Shodan.io')], last).sentence,
      judge(without, last).sentence,
      judge(claiming, last).sentence,
      judge(reported, last).sentence,
      judge([...reported, answered], last).sentence,
      judge([...reported, answered], last).wouldChange,
    ].map((sentence) => `> ${sentence}`)
    expect(page.split('\n').filter((line) => line.startsWith('> '))).toEqual(sentences)
  })
})
