import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readResult } from '#pipeline/analysis/result-file.ts'
import { silent } from '#store/log.ts'
import { logUnreadable, unreadable } from './unreadable.ts'

function told(error: unknown): { message: string; logged: string } {
  let logged = ''
  const log = { ...silent, error: (_: object, text: string) => void (logged = text) }
  logUnreadable(log, error, { analysis: 'one' })
  return { message: unreadable(error).message, logged }
}

test('a result that lies with another server: who asks and the log are told so, and of FILES_URL', async () => {
  const missing = readResult(join(import.meta.dirname, 'of-another-server'))
  const { message, logged } = told(await missing.catch((error: unknown) => error))
  expect(message).toMatch(/not on this server.*ask the one that took the list in.*FILES_URL/)
  expect(logged).toMatch(/not on this server.*FILES_URL/)
})

test('of one that is here and damaged it is said that it cannot be read', async () => {
  const damaged = readResult(import.meta.filename)
  const { message } = told(await damaged.catch((error: unknown) => error))
  expect(message).toBe('The result of this analysis cannot be read: analyze the list again.')
})
