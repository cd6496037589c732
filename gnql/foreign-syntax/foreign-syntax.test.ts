import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyFix } from '../apply-fix.ts'
import { limits } from '../limits.ts'
import { analyze } from '../analyze.ts'
import { patterns } from './foreign-syntax.ts'
import { masked } from './pattern.ts'

const analyzed = (text: string) =>
  analyze(text, { catalogue: 'ip', now: Date.UTC(2026, 10, 21, 12), windowDays: 0 })

/** What people type who know another language, and what one click makes of it. "!" is refused, "?" runs with a remark. */
const brought = String.raw`
! classification = malicious        | classification:malicious
! classification==malicious         | classification:malicious
! classification != malicious       | -classification:malicious
! classification!=malicious         | -classification:malicious
! port > 1024                       | port:>1024
! port>1024                         | port:>1024
! country = 'China'                 | country:"China"
! country IN ("China","Russia")     | country:("China" OR "Russia")
! classification not in (benign)    | -classification:benign
? country contains "Chin"           | country:"*Chin*"
? country like "Chin%"              | country:"Chin*"
? cve is not null                   | cve:*
? port 22                           | port:22
! classification:(malicious, suspicious) | classification:(malicious OR suspicious)
? classification:malicious,suspicious    | classification:(malicious OR suspicious)
? tags:mirai,gafgyt                 | tags:(mirai OR gafgyt)
? tags:mirai|gafgyt                 | tags:(mirai OR gafgyt)
! port: 22, 23                      | port:22,23
! ip:(1.2.3.4, 1.2.3.5)             | ip:(1.2.3.4,1.2.3.5)
? tags:mirai, tor:true              | tags:mirai tor:true
? tags:mirai; tor:true              | tags:mirai tor:true
! tags:mirai | tor:true             | tags:mirai OR tor:true
! tags:mirai & tor:true             | tags:mirai AND tor:true
! tags:mirai | stats count by asn   | tags:mirai
! tags:mirai AND AND tor:true       | tags:mirai AND  tor:true
! tags:mirai OR                     | tags:mirai
! tags:mirai limit:10               | tags:mirai
! - tags:mirai                      | -tags:mirai
? source_city:--x                   | -source_city:x
? source_city:!-x                   | -source_city:x
! - (tags:mirai OR tor:true)        | -(tags:mirai OR tor:true)
! +tags:mirai -tor:true             | tags:mirai -tor:true
? classification:-malicious         | -classification:malicious
? classification:NOT malicious      | -classification:malicious
! classification: NOT malicious     | -classification:malicious
! NOT _exists_:cve                  | NOT cve:*
! is:tor                            | tor:true
? cve:null                          | -cve:*
? tags:mirai~2                      | tags:mirai
! "SSH Brute"~3                     | "SSH Brute"
? rdns:/.*\.gov/                    | rdns:*.gov
! tags:“SSH Bruteforcer”            | tags:"SSH Bruteforcer"
? tags:'SSH Bruteforcer'            | tags:"SSH Bruteforcer"
! tags：Mirai                       | tags:Mirai
! last_seen:[2025-10-01,2025-10-31] | last_seen:[2025-10-01 TO 2025-10-31]
! last_seen:2025-10-01..2025-10-31  | last_seen:[2025-10-01 TO 2025-10-31]
! last_seen:2025-10-01 TO 2025-10-31 | last_seen:[2025-10-01 TO 2025-10-31]
! last_seen:>now-7d                 | last_seen:>7d
! last_seen:7 days                  | last_seen:7d
! last_seen:last week               | last_seen:1w
! last_seen:yesterday               | last_seen:2026-11-20
! last_seen:01.10.2025              | last_seen:2025-10-01
! first_seen:2026-10                | first_seen:[2026-10-01 TO 2026-10-31]
! port:"[22 TO 80]"                 | port:[22 TO 80]
! port:[22-80]                      | port:[22 TO 80]
! port:22/tcp                       | port:22
! port:ssh                          | port:22
! sensor_hits:>1,000                | sensor_hits:>1000
? 8.8.8.*                           | 8.8.8.0/24
? 1.2.3.4-1.2.3.9                   | ip:[1.2.3.4 TO 1.2.3.9]
! ip:1.2.3.4 - 1.2.3.9              | ip:[1.2.3.4 TO 1.2.3.9]
? 1.2.3.4,1.2.3.5                   | ip:1.2.3.4,1.2.3.5
? 1[.]2[.]3[.]4                     | 1.2.3.4
! 1.2.3.4:22                        | ip:1.2.3.4 raw_data.scan.port:22
! hxxp://1.2.3.4/x                  | ip:1.2.3.4
! 2001:db8::1/129                   | 2001:db8::1
? CVE 2021-44228                    | CVE-2021-44228
? cve:2021-44228                    | cve:CVE-2021-44228
? ASN15169                          | AS15169
? country:US                        | metadata.source_country_code:US
? country:Germny                    | country:Germany
? country:(Chna OR Germany)         | country:(China OR Germany)
? country:"untied states"           | country:"United States"
? country_code:Germany              | country_code:DE
? port:[80 TO 22]                   | port:[22 TO 80]
? last_seen:[1d TO 7d}              | last_seen:{7d TO 1d]
? first_seen:[2026-11-02 TO "2026-11-01 10:00"] | first_seen:["2026-11-01 10:00" TO 2026-11-02]
? ip:[198.18.0.9 TO 198.18.0.1]     | ip:[198.18.0.1 TO 198.18.0.9]
? country:[b TO a]                  | country:[a TO b]
? 2001:db8::1,198.18.0.1            | ip:2001:db8::1,198.18.0.1
? country:"China" OR "Russia"       | country:"China" OR country:"Russia"
! src_ip:1.2.3.4                    | ip:1.2.3.4
! raw_data.scan:22                  | raw_data.scan.port:22
! path:/cgi-bin/(x)                 | path:"/cgi-bin/(x)"
`

describe('habits from other languages are answered in one remark that fixes them', () => {
  const cases = brought
    .trim()
    .split('\n')
    .map((line): [string, string, string] => {
      const bar = line.lastIndexOf(' | ')
      return [line.slice(0, 1), line.slice(2, bar).trim(), line.slice(bar + 3).trim()]
    })
  test.each(cases)('%s %s', (mark, text, fixed) => {
    const { ok, diagnostics } = analyzed(text)
    expect(ok ? '?' : '!').toBe(mark)
    expect(diagnostics.map(({ message }) => message)).toHaveLength(1)
    const [only] = diagnostics
    const better = only && applyFix(text, only)?.trim()
    expect(better).toBe(fixed)
    expect(analyzed(fixed).diagnostics.filter(({ message }) => message === only?.message)).toEqual([])
    expect(analyzed(fixed).ok).toBe(true)
  })
})

test.each([
  'ip: 1.2.3.4',
  '-( tags:Mirai OR tags:Gafgyt )',
  String.raw`8.0.0.0\/8`,
  'last_seen:>2025-10-01',
  'cve:cve-2021-44228',
  'tags:Mirai and not tor:true',
  'path:/a?b=c',
  'path:*/wp-login.php?x=1*',
  'useragent:"port > 1024 | stats"',
  String.raw`organization:a\,\ b`,
  'port:22,23',
  'ip:(1.1.1.1,2.2.2.2)',
  'ip:(2001:db8::1,2.2.2.2 OR ::1)',
  'port:[22 TO 22]',
  'last_seen:[2026-11-01 TO 2026-11-01]',
  'country:(belgium OR "united states" OR Ger*)',
  'raw_data.http.path:/a.*/b',
  'latitude:-33.5',
  '2001:db8::1',
  'organization:"Johnson & Johnson"',
])('%s is fine as it is', (text) => {
  expect(analyzed(text).diagnostics).toEqual([])
})

test('what a pattern needs stands in every text that it matches', () => {
  const typed = brought
    .trim()
    .split('\n')
    .map(
      (line) =>
        line
          .slice(2)
          .split(/\s\|\s+(?=[^|]*$)/u)[0]
          ?.trim() ?? '',
    )
  const pieces = [...new Set(typed.flatMap((text) => [text, ...text.split(/(?<=\W)|(?=\W)/u)]))]
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...' :-()"[]{}|&~^<>=!,;/+.1aſK')), {
      maxLength: 12,
    })
    .map((some) => masked(some.join('')))
  const matched = new Set<RegExp>()
  const holds = (one: string): void => {
    for (const { pattern, needs } of patterns) {
      pattern.lastIndex = 0
      if (!pattern.test(one)) continue
      matched.add(pattern)
      expect([one, pattern.source, needs.test(one)]).toEqual([one, pattern.source, true])
    }
  }
  // That of minutes is no change of a text, so none of those above.
  for (const one of [...typed, 'last_seen:90m']) holds(masked(one))
  fc.assert(fc.property(text, holds), { numRuns: 3000 })
  expect(
    patterns.filter(({ pattern }) => !matched.has(pattern)).map(({ pattern }) => pattern.source),
  ).toEqual([])
})

/** Its own work, in microseconds: how long that takes depends on what else the machine does. */
function workOf(text: string): number {
  const before = process.cpuUsage()
  analyzed(text)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
const maxWork = 1_500_000

test('sixteen kilobytes of anything are read at once', () => {
  for (const piece of [
    'a',
    'a ',
    'a, ',
    '(',
    '-',
    '" ',
    'port ',
    'port in (',
    'tags:a, ',
    '1.',
    '\\',
    '| ',
    '“',
    'is ',
    ' ',
  ]) {
    const text = piece.repeat(Math.floor(limits.bytes / new TextEncoder().encode(piece).length))
    expect(workOf(text), JSON.stringify(piece)).toBeLessThan(maxWork)
  }
})

test('a short text that nearly is a range or a list is read at once, however it goes on', () => {
  // What reads such a text on the server's own thread has no bound but this one.
  for (const piece of [':a', 'a:', '::', ':1', ' a', ',a', ', a', '|a', ' to a', '..1', '-1', ' in a', '"a'])
    for (const [before, behind] of [
      ['last_seen:a', ' x to y'],
      ['port:1', ' x to y'],
      ['port in (1', ' x'],
      ['country = a', ' x'],
      ['ip:1', ')'],
    ] as const) {
      const text = before + piece.repeat(30) + behind
      expect(workOf(text), JSON.stringify(text)).toBeLessThan(maxWork)
    }
})
