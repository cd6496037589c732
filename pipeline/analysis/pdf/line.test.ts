import { describe, expect, test } from 'vitest'
import { lineOf } from './line.ts'

/** Lines of a page as the library gives them. */
const page = (...lines: string[]): string => lineOf(lines.map((str) => ({ str, hasEOL: true })))

describe('an id that a line break divides at a hyphen is one', () => {
  test.each([
    [['CVE-2021-', '44228'], 'CVE-2021-44228 \n'],
    [['CVE-', '2021-44228'], 'CVE-2021-44228 \n'],
    [['CVE-', '2021-', '44228'], 'CVE-2021-44228 \n'],
    [['cve', '-2021', '-44228'], 'cve-2021-44228 \n'],
    [['see CVE-2021- ', ' 44228, too'], 'see CVE-2021-44228, too \n'],
    [['CVE\u20112021\u2011', '44228'], 'CVE\u20112021\u201144228 \n'],
  ])('%j', (lines, line) => expect(page(...lines)).toBe(line))
})

describe('all else stays apart', () => {
  test.each([
    [['CVE-2021-4104', '4 more'], 'CVE-2021-4104 4 more \n'],
    [['CVE-2021-44', '228'], 'CVE-2021-44 228 \n'],
    [['CVE-2021-', 'and 44228'], 'CVE-2021- and 44228 \n'],
    [['in 2021-', '4422'], 'in 2021- 4422 \n'],
  ])('%j', (lines, line) => expect(page(...lines)).toBe(line))
})

test('pieces of one line are joined as they stand, and marks are none', () =>
  expect(
    lineOf([{ str: 'CVE-20', hasEOL: false }, { type: 'mark' }, { str: '21-44228', hasEOL: false }]),
  ).toBe('CVE-2021-44228\n'))
