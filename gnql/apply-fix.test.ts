import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { applyFix } from './apply-fix.ts'
import { parse } from './parse.ts'
import { ipRegistry } from './registry/ip.ts'
import { queries } from './testing/generate.ts'
import { analyze } from './analyze.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now, windowDays: 0 })
const errors = (text: string) => analyzed(text).diagnostics.filter(({ severity }) => severity === 'error')

/** Mistakes of form, whatever the fields. */
const unread = (text: string): number => parse(text).diagnostics.length

describe('one-click fixes', () => {
  test.each([
    ['clasification:benign', 'classification:benign'],
    ['classification:benin', 'classification:benign'],
    ['spoofable:yes', 'spoofable:true'],
    ['port:8000-8999', 'port:[8000 TO 8999]'],
    ['ip:198.18.*', 'ip:198.18.0.0/16'],
    ['tags:"SSH Brute', 'tags:"SSH Brute"'],
    ['(tor:true OR (vpn:true bot:true)', '(tor:true OR (vpn:true bot:true))'],
    ['tor:true)', 'tor:true'],
    ['tor:true) or vpn:true', 'tor:true or vpn:true'],
    ['tags:"a"vpn:true', 'tags:"a" vpn:true'],
    ['tags: SSH Bruteforcer', 'tags: "SSH Bruteforcer"'],
    ['sensor_count>5', 'sensor_count:>5'],
    ['maliciuos', 'malicious'],
    ['country_code:BE,NL', 'country_code:(BE OR NL)'],
    ['11434', 'raw_data.scan.port:11434'],
  ])('%s becomes %s', (text, fixed) => {
    const [first] = analyzed(text).diagnostics
    expect(first && applyFix(text, first)).toBe(fixed)
    expect(errors(fixed)).toEqual([])
  })

  test('what a fix answers is gone, and the text is no harder to read; fixing a name may reveal what stood behind it', () => {
    const wrong = fc.constantFrom(
      '(',
      ')',
      '"',
      ':',
      'x',
      ' ',
      ',',
      '-',
      '*',
      '>',
      ' AND ',
      'tags: a b ',
      'tgas:x ',
    )
    let fixed = 0
    fc.assert(
      fc.property(queries(ipRegistry, now), fc.nat(60), wrong, fc.nat(2), (text, place, insert, cut) => {
        const at = Math.min(place, text.length)
        const broken = text.slice(0, at) + insert + text.slice(at + cut)
        const { diagnostics } = analyzed(broken)
        for (const diagnostic of diagnostics) {
          const better = applyFix(broken, diagnostic)
          if (better === null) continue
          fixed++
          const after = analyzed(better).diagnostics
          const where = `${broken}\n${better}\n${JSON.stringify(diagnostic)}`
          expect(unread(better), where).toBeLessThanOrEqual(unread(broken))
          const alike = (list: typeof diagnostics): number =>
            list.filter(({ message }) => message === diagnostic.message).length
          expect(alike(after), where).toBeLessThan(alike(diagnostics))
        }
      }),
      { numRuns: cases(800, 3000) },
    )
    expect(fixed).toBeGreaterThan(500)
  })
})
