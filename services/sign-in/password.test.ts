import { describe, expect, test } from 'vitest'
import { checkNewPassword, hashPassword, isPassword } from './password.ts'

describe('a password', () => {
  test('is itself alone, however its letters are composed, and never stands in what is kept', async () => {
    const kept = await hashPassword('Grüße aus Köln 2026')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await isPassword('Grüße aus Köln 2026', kept)).toBe(true)
    expect(await isPassword('Grüße aus Köln 2026'.normalize('NFD'), kept)).toBe(true)
    for (const wrong of ['', 'grüße aus köln 2026', 'Grüße aus Köln 2026 ', 'Grusse aus Koln 2026'])
      expect(await isPassword(wrong, kept)).toBe(false)
    expect(await hashPassword('Grüße aus Köln 2026')).not.toBe(kept)
  })

  test('opens no account without one, and nothing that is no hash', async () => {
    for (const kept of ['', '$', '$argon2id$v=19$m=1,t=1,p=1$$', '$scrypt$v=19$m=1$AAAA$AAAA'])
      for (const password of ['', 'anything at all'])
        expect(await isPassword(password, kept), kept).toBe(false)
  })

  test('may be long and of any characters, and is refused when it is short or widely known', async () => {
    for (const good of [
      'correct horse battery staple',
      '🦫🦫🦫🦫🦫🦫🦫🦫🦫🦫🦫🐙',
      'x7'.repeat(32) + 'y',
      'a quiet sentence',
    ])
      await expect(checkNewPassword({ breached: null }, good, 'ada@example.org')).resolves.toBeUndefined()
    for (const bad of [
      'short',
      'x'.repeat(201),
      'passwordpassword',
      'PasswordPassword',
      '123123123123',
      'ADA@example.org',
    ])
      await expect(checkNewPassword({ breached: null }, bad, 'ada@example.org'), bad).rejects.toMatchObject({
        code: 'invalid-input',
      })
  })

  test('is hashed a few at a time, and all who wait are answered', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, at) => hashPassword(`one of many ${at}`)))
    expect(new Set(all).size).toBe(12)
  })
})
