import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Inside } from '../product/inside.ts'
import { openInside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson, password } from './account-browser.ts'

/** Whom a server tells by mail what was done, and how often: others than who did it, and not without end. */

const clock = { now: Date.now() }
/** Addresses that the server for mail took a mail to, in order. */
const taken: string[] = []
/** It knows nobody of this name. */
const unknown = 'unknown@example.org'

/** A server for mail (RFC 5321) that keeps nothing. */
const mail = createServer((socket: Socket) => {
  let isBody = false
  let to = ''
  let said = ''
  socket.on('error', () => undefined)
  socket.write('220 mail\r\n')
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    for (let end = said.indexOf('\r\n'); end >= 0; end = said.indexOf('\r\n')) {
      const line = said.slice(0, end)
      said = said.slice(end + 2)
      if (isBody) {
        if (line !== '.') continue
        isBody = false
        taken.push(to)
      }
      const [, rcpt] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? []
      to = rcpt ?? to
      isBody = line === 'DATA'
      socket.write(rcpt === unknown ? '550 nobody\r\n' : isBody ? '354 go on\r\n' : '250 ok\r\n')
      if (line === 'QUIT') socket.end()
    }
  })
})

let inside: Inside
beforeAll(async () => {
  const port = await new Promise<number>((ready) =>
    mail.listen(0, '127.0.0.1', () => {
      const address = mail.address()
      ready(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  const settings = { SIGNUP: 'open', SMTP_URL: `smtp://127.0.0.1:${port}` }
  inside = await openInside(settings, {}, () => clock.now)
})
afterAll(async () => {
  await inside.close()
  mail.close()
})

const mailsTo = (address: string): number => taken.filter((one) => one === address).length

async function signedIn(email: string): Promise<AccountBrowser> {
  const who = browserAt(() => inside.url)
  expect((await who.signIn(email)).status).toBe(200)
  return who
}

describe('that a workspace will be deleted', () => {
  const members = ['first@example.org', unknown, 'last@example.org']
  let owner: AccountBrowser
  const remove = () => owner.ask('/api/workspace', { method: 'DELETE' })

  beforeAll(async () => {
    await makePerson(inside, { email: 'owns@example.org' })
    owner = await signedIn('owns@example.org')
    const made = await owner.json('/api/user/workspaces', 'POST', { name: 'Short-lived' })
    const { id } = (await made.json()) as { id: string }
    for (const email of members) await makePerson(inside, { email, into: { workspace: id, isOwner: false } })
  })

  test('is told to every member, also where one of them cannot be reached', async () => {
    expect((await remove()).status).toBe(200)
    expect(members.map(mailsTo)).toEqual([1, 0, 1])
  })

  test('is told once, however often it is asked for, and a few times where it is undone in between', async () => {
    for (let at = 0; at < 10; at += 1) expect((await remove()).status).toBe(200)
    expect(members.map(mailsTo)).toEqual([1, 0, 1])
    for (let at = 0; at < 10; at += 1) {
      expect((await owner.json('/api/workspace/restore', 'POST')).status).toBe(200)
      expect((await remove()).status).toBe(200)
    }
    expect(members.map(mailsTo)).toEqual([5, 0, 5])
  })
})

test('who signed up with the address of somebody else has nothing sent there but how to confirm it', async () => {
  const thief = browserAt(() => inside.url)
  const email = 'squatted@example.org'
  expect((await thief.json('/api/auth/signup', 'POST', { email, password })).status).toBe(200)
  expect((await thief.signIn(email)).status).toBe(200)
  const others = ['a first quiet sentence', 'a second quiet sentence']
  let present = password
  for (const chosen of [...others, ...others, ...others]) {
    const change = { password: chosen, current_password: present }
    expect((await thief.json('/api/user', 'PUT', change)).status).toBe(200)
    present = chosen
  }
  expect(mailsTo(email)).toBe(1)
})
