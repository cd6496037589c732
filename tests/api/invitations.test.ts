import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { inviteIn } from '../product/outbox.ts'
import { type AccountBrowser, browserAt, mailTo, makeOwner, password } from './account-browser.ts'

/** The page of an invitation, as whoever opens its mail meets it. What its calls answer: workspaces.test.ts. */

let inside: Inside
const browser = () => browserAt(() => inside.url)
const owner = browser()

beforeAll(async () => {
  inside = await openInside()
  await makeOwner(owner, inside)
})
afterAll(() => inside.close())

async function invited(email: string): Promise<string> {
  expect((await owner.json('/api/workspace/invites', 'POST', { email })).status).toBe(200)
  return `/signup/invite/${inviteIn(await mailTo(inside, email))}/accept`
}

async function open(who: AccountBrowser, at: string) {
  const answer = await who.ask(at, { headers: { accept: 'text/html' } })
  return { to: answer.headers.get('location'), status: answer.status, text: await answer.text() }
}

describe('the page of an invitation', () => {
  test('leads whoever is not signed in to the page that asks for it, keeps the way back, and greets who accepted', async () => {
    const path = await invited('waits@elsewhere.example')
    const visitor = browser()
    const first = await open(visitor, `${path}?from=mail`)
    const back = new URLSearchParams({ redirect: `${path}?from=mail`, hint: 'signup' })
    expect([first.status, first.to]).toEqual([302, `/auth-required?${back}`])
    expect(decodeURIComponent(visitor.jar.get('redirectUrl') ?? '')).toBe(`${path}?from=mail`)
    // Somebody without an account can make one there, and is told whose invitation waits.
    const asked = await open(visitor, first.to ?? '')
    expect(asked.text).toContain('Ada L invites you to the workspace Local.')
    expect(asked.text).toContain('w•••••@elsewhere.example')
    expect(asked.text).toContain('Make the account')
    const made = { invite: inviteIn(path), email: 'waits@elsewhere.example', password }
    expect((await visitor.json('/api/auth/signup', 'POST', made)).status).toBe(200)
    const again = await open(visitor, path)
    expect([again.status, again.to]).toEqual([302, '/signup/welcome'])
    const login = new URLSearchParams({ redirect: path, hint: 'login' })
    expect((await open(browser(), path)).to).toBe(`/auth-required?${login}`)
  })

  test('leaves a hint of which one was opened, that lets nobody in and is gone when it waits no more', async () => {
    const path = await invited('hint@elsewhere.example')
    const visitor = browser()
    const hint = () => visitor.jar.get('workspaceInvite')
    await open(visitor, path)
    expect(hint()).toMatch(/^[\da-f]{64}$/)
    expect((await visitor.ask(`/api/user/invites/${hint()}`)).status).toBe(404)
    const made = { invite: inviteIn(path), email: 'hint@elsewhere.example', password }
    expect((await visitor.json('/api/auth/signup', 'POST', made)).status).toBe(200)
    expect(hint()).toBeUndefined()
    // One for somebody else is dropped.
    visitor.jar.set('workspaceInvite', 'of before')
    const others = await invited('other@elsewhere.example')
    expect((await open(visitor, others)).text).toContain('invalid email')
    expect(hint()).toBeUndefined()
    // One's own is kept until it is accepted, or one logs out.
    await owner.json('/api/user/workspaces', 'POST', { name: 'Second' })
    const second = await invited('hint@elsewhere.example')
    await open(visitor, second)
    expect(hint()).toMatch(/^[\da-f]{64}$/)
    const { csrf_token: csrfToken } = (await (await visitor.ask('/api/auth/csrf')).json()) as {
      csrf_token: string
    }
    expect((await visitor.form('/api/auth/signout', { csrf_token: csrfToken })).status).toBe(200)
    expect(hint()).toBeUndefined()
    await visitor.signIn('hint@elsewhere.example')
    await open(visitor, second)
    expect(hint()).toMatch(/^[\da-f]{64}$/)
    expect((await visitor.json(`/api/user/invites/${inviteIn(second)}`, 'PUT')).status).toBe(200)
    expect(hint()).toBeUndefined()
  })

  test('that nobody sent says so at once, also beside the sign-in', async () => {
    const path = `/signup/invite/${'x'.repeat(43)}/accept`
    const nobody = await open(browser(), path)
    expect([nobody.status, nobody.to]).toEqual([404, null])
    expect(nobody.text).toContain('invalid token')
    const asked = await open(browser(), `/auth-required?${new URLSearchParams({ redirect: path })}`)
    expect(asked.status).toBe(200)
    expect(asked.text).not.toContain('invites you')
  })
})
