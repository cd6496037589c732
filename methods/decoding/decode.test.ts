import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decoded, maxLength, rounds } from './decode.ts'
import { deepest } from './look-ups.ts'
import { normalised, resource, withPath } from './path.ts'

describe('a text is read as a lenient server reads it', () => {
  test.each([
    ['%2e%2E%2f', '../'],
    ['%252e%252e%252f', '../'],
    ['%25252e', '.'],
    ['.%%32%65/', '../'],
    ['%u002e%u002E%u2215', '..\xe2\x88\x95'],
    ['%uff0e%uff0e%uff0f', '../'],
    ['%c0%ae%c0%af', './'],
    ['%e0%80%ae%f0%80%80%af', './'],
    ['%c1%9c', '\\'],
    ['%ef%bc%8e%ef%bc%8f', './'],
    ['%c3%a9', '\xc3\xa9'],
    [String.raw`\u0024\u{7b}jndi:`, '${jndi:'],
    [String.raw`\x2fbin\/sh`, '/bin/sh'],
    [String.raw`%5cu0027`, "'"],
    ['&lt;!ENTITY&Tab;x&#62;&#x3C;&dollar;&lcub;', '<!ENTITY\tx><${'],
    ['&amp;lt;', '<'],
    ['&unknown; &# 1; %zz %u12 %', '&unknown; &# 1; %zz %u12 %'],
    ['&#1114112;', '&#1114112;'],
  ])('%s is %s', (sent, read) => {
    expect(decoded(sent)).toBe(read)
  })

  test('a plus is a space from where it is said to be, once', () => {
    expect(decoded('/a+b?c+d%2be', 4)).toBe('/a+b?c d+e')
    expect(decoded('a+b')).toBe('a+b')
  })
})

describe('look-ups are collapsed', () => {
  test.each([
    ['${${lower:j}ndi:ldap://h/a}', '${jndi:ldap://h/a}'],
    ['${jnd${upper:i}:rmi://h}', '${jndi:rmi://h}'],
    ['${jnd${upper:%c4%b1}:rmi://h}', '${jndi:rmi://h}'],
    ['${${upper:jnd%c4%b1}:${upper:d%c4%b1%c5%bf}:x}', '${jndi:dis:x}'],
    ['${${::-j}${::-n}${::-d}${::-i}:dns://h}', '${jndi:dns://h}'],
    ['${${env:NOT_THERE:-j}nd${sys:x:-i}${env:A:-:}ldap:}', '${jndi:ldap:}'],
    ["${${date:'j'}ndi:x}", '${jndi:x}'],
    ['${${lower:${upper:${::-j}}}ndi:x}', '${jndi:x}'],
    ['%24%7B%24%7B%3A%3A-j%7Dndi%3Aldap%3A//h%7D', '${jndi:ldap://h}'],
    ['$%7Bjndi:x}', '${jndi:x}'],
    ['${jndi:ldap://h/${env:USER:-x}}', '${jndi:ldap://h/x}'],
    ['${jndi:ldap://h:-x}', '${jndi:ldap://h:-x}'],
    ['${env:PATH} ${name} ${open', '${env:PATH} ${name} ${open'],
    ['a} b}} ${}', 'a} b}} ${}'],
  ])('%s is %s', (sent, read) => {
    expect(decoded(sent)).toBe(read)
  })
})

describe('bounds', () => {
  const pieces = fc.constantFrom(
    '%',
    '25',
    '2e',
    '%u',
    '00',
    '\\u',
    '{',
    '${',
    '}',
    ':-',
    'lower:',
    '&',
    '#',
    'x',
    ';',
    'lt',
    '+',
    '\xc0',
    '\xae',
    'j',
  )
  const hostile = fc.array(pieces, { maxLength: 400 }).map((parts) => parts.join(''))

  test('a view is never longer than what was sent, and decoding it again changes nothing more than deeper rounds would', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (text) => {
        expect(decoded(text).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test('what holds no escape, no look-up and no plus is its own view', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w./?=:,()<>'" -]*$/), (text) => {
        expect(decoded(text, 0)).toBe(text)
      }),
    )
  })

  test('escaping is taken off as often as said, and no more', () => {
    const wrapped = (times: number): string => `%${'25'.repeat(times - 1)}41`
    expect(decoded(wrapped(rounds))).toBe('A')
    expect(decoded(wrapped(rounds + 1))).toBe('%41')
  })

  test('only so many characters are read, and look-ups only so deep', () => {
    expect(decoded('%41'.repeat(maxLength)).length).toBeLessThanOrEqual(maxLength)
    const nested = (times: number): string => `${'${lower:'.repeat(times)}j${'}'.repeat(times)}`
    expect(decoded(nested(deepest))).toBe('j')
    expect(decoded(nested(deepest + 200))).toContain('${lower:')
  })

  test('the work grows with the length, whatever is nested', () => {
    // Counted by what is copied, not by the clock: every level copies at most its inside.
    const sent = '${'.repeat(maxLength / 2)
    expect(decoded(sent)).toBe(sent)
    expect(decoded(`${'${'.repeat(3000)}${'}'.repeat(2000)}`)).toHaveLength(8000)
  })
})

describe('paths', () => {
  test.each([
    ['//a/./b///c', '/a/b/c'],
    ['\\a\\..\\b', '/a/../b'],
    ['/a/.git', '/a/.git'],
    ['/./././', '/'],
  ])('%s is %s', (path, plain) => {
    expect(normalised(path)).toBe(plain)
  })

  test.each([
    ['/.env;.js', '/.env'],
    ['/actuator;x/env', '/actuator/env'],
    ['/a/..;/..;y/b', '/a/../../b'],
    ['/a/.;/..;/b', '/a/../b'],
    ['/.env ', '/.env'],
    ['/.env\0.jpg', '/.env'],
    ['/a//;x/ / ', '/a'],
    ['/;x', '/'],
    ['/', '/'],
    ['', ''],
    ['/a b/c..', '/a b/c..'],
  ])('the resource at %j is %s', (path, named) => {
    expect(resource(path)).toBe(named)
  })

  test('a resource is its own, and never longer than the path', () => {
    const pieces = fc.constantFrom('/', ';', '.', '..', '\\', ' ', '\0', 'a', '\t')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const named = resource(parts.join(''))
        expect(named.length).toBeLessThanOrEqual(parts.join('').length)
        expect(resource(named)).toBe(named)
      }),
    )
  })

  test('scheme, authority and query stay', () => {
    expect(withPath('http://h//a//b?c=//d', 14, normalised)).toBe('http://h/a/b?c=//d')
    expect(withPath('http://h;x/a;b/?c=;d', 15, resource)).toBe('http://h;x/a?c=;d')
  })
})
