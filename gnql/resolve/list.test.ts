import { describe, expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { limits } from '../limits.ts'
import type { KnownList, KnownLists } from '../lists.ts'
import { namesOfLists } from '../names-of-lists.ts'
import { term } from '../term.ts'
import { outline } from '../testing/outline.ts'

const list = (id: string, others = 0): KnownList => ({
  addresses: { id, keys: new Uint32Array(0) },
  others,
})
const known: Record<string, KnownList> = {
  'friday log': list('fri'),
  'auth.log': list('auth'),
  twice: list('second', 1),
  later: { problem: 'unread' },
  void: { problem: 'empty' },
  away: { problem: 'not-here' },
}
const lists: KnownLists = {
  named: new Map(Object.entries(known)),
  names: ['Friday log', 'auth.log', 'twice', 'later', 'void'],
}

const read = (text: string, as: KnownLists | null = lists) =>
  analyze(text, { catalogue: 'ip', now: 0, windowDays: 0, ...(as && { lists: as }) })
const meaning = (text: string) => outline(read(text).predicate)
const said = (text: string) => read(text).diagnostics.map(({ message, suggestion }) => [message, suggestion])

describe('list:NAME', () => {
  test.each([
    ['list:auth.log', 'ip in list auth'],
    ['list:"Friday log"', 'ip in list fri'],
    ['LIST:"FRIDAY LOG"', 'ip in list fri'],
    ['-list:auth.log', 'not ip in list auth'],
    ['list:auth.log tor:true', 'ip in list auth & tor is true'],
    ['list:auth.log OR list:"friday log"', 'ip in list auth | ip in list fri'],
    ['list:(auth.log -"Friday log")', 'ip in list auth & not ip in list fri'],
  ])('%s is one of its addresses', (text, wanted) => {
    expect([meaning(text), said(text)]).toEqual([wanted, []])
  })

  test('words side by side are one name, with a remark', () => {
    expect(meaning('list:friday log')).toBe('ip in list fri')
    expect(said('list:friday log')).toEqual([[expect.stringContaining('Read as one value'), '"friday log"']])
  })

  test('of several with one name it is the one sent last, with a remark', () => {
    expect(meaning('list:twice')).toBe('ip in list second')
    expect(said('list:twice')[0]?.[0]).toContain('2 lists are called "twice"')
  })

  test.each([
    ['list:nosuch', 'You have no list "nosuch".', null],
    ['list:"Friday lag"', 'You have no list "Friday lag". Did you mean "Friday log"?', '"Friday log"'],
    ['list:later', 'The list "later" is still being read: ask again when it is done.', null],
    ['list:void', 'The list "void" holds no addresses.', null],
    [
      'list:away',
      'The list "away" is not on this server: ask the one that took it in, or analyze it again. With FILES_URL several servers share it.',
      null,
    ],
    ['list:auth*', 'A list is asked for by its whole name, without wildcards and ranges.', null],
    ['list:*', 'A list is asked for by its whole name, without wildcards and ranges.', null],
    ['list:[a TO b]', 'A list is asked for by its whole name, without wildcards and ranges.', null],
  ])('%s is refused where it stands, and nothing runs', (text, message, suggestion) => {
    const { ok, predicate, diagnostics } = read(text)
    expect([ok, predicate.kind]).toEqual([false, 'none'])
    expect(diagnostics).toMatchObject([{ severity: 'error', message, suggestion, span: { start: 5 } }])
  })

  test('where nobody asks, names are not looked at and match nothing', () => {
    expect(read('list:nosuch', null)).toMatchObject({ ok: true, predicate: { kind: 'none' } })
  })

  test('sessions have none', () => {
    expect(analyze('list:auth.log', { catalogue: 'session', now: 0, lists }).ok).toBe(false)
  })

  test('the names in a text are told before they are known, each once, however they are written', () => {
    expect(namesOfLists('-list:(a OR "b c") (list:a list:d e) actor:list tags:"list:x"')).toEqual([
      'a',
      'b c',
      'd e',
    ])
    expect(namesOfLists('list:a AND (')).toEqual([])
    for (const name of ['Friday: "log" \\ (1)', 'a*b?', '-x', 'or', '198.18.0.0/15', 'ä ö'])
      expect(namesOfLists(term('list', name))).toEqual([name])
  })

  test(`a query names ${limits.lists} lists at most`, () => {
    const many: KnownLists = { named: new Map([['a', { problem: 'too-many' }]]), names: [] }
    expect(read('list:a', many).diagnostics[0]?.message).toBe(`A query may name ${limits.lists} lists.`)
  })
})
