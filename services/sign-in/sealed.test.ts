import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const [secret, other] = [randomBytes(32), randomBytes(32)]

test('what was sealed is read again with the same secret and purpose alone, and not with any bit changed', () => {
  for (const text of ['', 'a', 'Grüße 😀', 'x'.repeat(5000)]) {
    const sealed = seal(secret, 'one', text)
    expect(unseal(secret, 'one', sealed)).toBe(text === '' ? null : text)
    expect(unseal(other, 'one', sealed)).toBeNull()
    expect(unseal(secret, 'two', sealed)).toBeNull()
  }
  const bytes = Buffer.from(seal(secret, 'one', 'something'), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    expect(unseal(secret, 'one', flipped.toString('base64url'))).toBeNull()
  }
  for (const junk of ['', 'x', '%00', 'x'.repeat(9999)]) expect(unseal(secret, 'one', junk)).toBeNull()
})
