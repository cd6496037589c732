import { describe, expect, test } from 'vitest'
import { emailKey, maskedEmail, nameOf, signupStep } from './user.ts'

describe('signing up', () => {
  test('asks for the name first, then for the address', () => {
    const steps = (firstName: string, lastName: string, emailVerified: boolean) =>
      signupStep({ firstName, lastName, emailVerified })
    expect(steps('', '', false)).toBe('complete-profile')
    expect(steps('Ada', '', true)).toBe('complete-profile')
    expect(steps('', 'Lovelace', true)).toBe('complete-profile')
    expect(steps('Ada', 'Lovelace', false)).toBe('verify-email')
    expect(steps('Ada', 'Lovelace', true)).toBeNull()
  })
})

test('an address is the same in any case, and is shown to strangers by its first letter alone', () => {
  expect(emailKey(' Ada@Example.ORG ')).toBe('ada@example.org')
  expect(maskedEmail('ada@example.org')).toBe('a•••••@example.org')
  expect(maskedEmail('@example.org')).toBe('•••')
  expect(maskedEmail('none')).toBe('•••')
})

test('a name is what was told of it', () => {
  expect(nameOf({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace')
  expect(nameOf({ firstName: 'Ada', lastName: '' })).toBe('Ada')
  expect(nameOf({ firstName: '', lastName: '' })).toBe('')
})
