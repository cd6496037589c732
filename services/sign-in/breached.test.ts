import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '#pipeline/spool/testing.ts'
import { openBreached } from './breached.ts'
import { checkNewPassword } from './password.ts'

const digest = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

test.each(['\n', '\r\n'])('exactly the passwords of the list are in it, however long it is', async (end) => {
  await using folder = await scratchFolder()
  const path = join(folder.path, 'list.txt')
  for (const count of [1, 2, 3, 500]) {
    const listed = Array.from({ length: count }, (_, at) => `the breached one ${at}`)
    const lines = listed.map(
      (each, at) => `${digest(each)}${at % 3 === 0 ? '' : `:${'9'.repeat(at % 20 || 1)}`}`,
    )
    for (const last of ['', end]) {
      writeFileSync(path, lines.toSorted().join(end) + last)
      const list = openBreached(path)
      for (const each of listed) expect([each, await list.has(each)]).toEqual([each, true])
      for (const each of listed) expect([each, await list.has(`${each}!`)]).toEqual([each, false])
    }
  }
})

test('a password of the list is refused to whoever chooses it', async () => {
  await using folder = await scratchFolder()
  const path = join(folder.path, 'list.txt')
  writeFileSync(path, `${digest('a quiet sentence')}:12\n`)
  const breached = openBreached(path)
  await expect(checkNewPassword({ breached }, 'a quiet sentence', '')).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('known from a breach'),
  })
  await expect(checkNewPassword({ breached }, 'another quiet sentence', '')).resolves.toBeUndefined()
})

test.each(['', 'password1\npassword2\n', `${digest('x')}`.slice(1), `${digest('x')}:\n`, 'a'.repeat(1000)])(
  'a file of another form is no list: %j',
  async (text) => {
    await using folder = await scratchFolder()
    const path = join(folder.path, 'list.txt')
    writeFileSync(path, text)
    expect(() => openBreached(path)).toThrow('expected lines of a SHA-1')
  },
)
