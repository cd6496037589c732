import { assert, integer, property } from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { newRecoveryCodes, newSeed, recoveryHash, seedUri, stepOfCode } from './codes.ts'

test('the code of now and of one step beside it is right, at any time, and no other', () => {
  const instants = integer({ min: 1_500_000_000, max: 4_000_000_000 })
  assert(
    property(instants, integer({ min: -5, max: 5 }), (second, steps) => {
      const seed = newSeed()
      const totp = new TOTP({ secret: Secret.fromBase32(seed) })
      const code = totp.generate({ timestamp: (second + steps * 30) * 1000 })
      const found = stepOfCode(seed, code, second * 1000)
      const step = Math.floor(second / 30)
      const near = [-1, 0, 1].map((beside) => totp.generate({ timestamp: (second + beside * 30) * 1000 }))
      // Two steps may share a code by chance.
      if (near.includes(code)) expect(Math.abs((found ?? 0) - step)).toBeLessThanOrEqual(1)
      else expect(found).toBeNull()
    }),
    { numRuns: cases(50, 2000) },
  )
})

test('the code of the standard’s own example is that of its step', () => {
  // RFC 6238, appendix B, of six digits.
  const seed = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
  expect(stepOfCode(seed, '287082', 59_000)).toBe(1)
  expect(stepOfCode(seed, ' 287 082 ', 59_000)).toBe(1)
  for (const wrong of ['287081', '28708', '2870820', '', 'x'.repeat(9999), '２８７０８２'])
    expect(stepOfCode(seed, wrong, 59_000)).toBeNull()
  expect(seedUri(seed, 'ada@example.org')).toMatch(/^otpauth:\/\/totp\/Noisefloor:ada%40example\.org\?/)
})

test('recovery codes are ten different ones, known again however they are typed', () => {
  const { codes, hashes } = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/.test(code))).toBe(true)
  expect(codes.map((code) => recoveryHash(` ${code.toUpperCase().replaceAll('-', ' ')}`))).toEqual(hashes)
  expect(hashes).not.toContain(recoveryHash(''))
})
