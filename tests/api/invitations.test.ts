import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { eventually } from '../product/captures.ts'
import { inviteIn, tokenIn } from '../product/outbox.ts'
import {
  type Account,
  type AccountBrowser,
  browserAt,
  mailTo,
  makeOwner,
  makePerson,
  ownerEmail,
  password,
} from './account-browser.ts'

/** Invitations by their calls and their page, and who was removed and is invited again. */

let inside: Inside
const browser = () => browserAt(() => inside.url)
const owner = browser()
const lastMail = (to: string) => mailTo(inside, to)

beforeAll(async () => {
  inside = await openInside()
  await makeOwner(owner, inside)
  await makePerson(inside, { email: 'new@example.org' })
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

describe('an invitation', () => {
  const guest = browser()

  test('shows strangers the workspace, who invites and a masked address, and lets in nobody else', async () => {
    expect(
      (await owner.json('/api/workspace/invites', 'POST', { email: 'Guest@elsewhere.example' })).status,
    ).toBe(200)
    const token = inviteIn(await lastMail('Guest@elsewhere.example'))
    const seen = await (await guest.ask(`/api/user/invites/${token}`)).json()
    expect(seen).toEqual({
      id: token,
      workspace: 'Local',
      inviter: 'Ada L',
      email: 'G•••••@elsewhere.example',
      accepted: false,
    })
    expect((await guest.json(`/api/user/invites/${token}`, 'PUT')).status).toBe(401)
    const other = browser()
    await other.signIn('new@example.org')
    const refused = await other.json(`/api/user/invites/${token}`, 'PUT')
    expect([refused.status, await refused.json()]).toMatchObject([403, { message: 'invalid email' }])
    const told = async (invite: string) =>
      ((await (await other.ask(`/api/user?invite=${invite}`)).json()) as Account).error
    expect(await told(token)).toBe('invalid email')
    expect(await told('x'.repeat(43))).toBe('invalid token')
    const elsewhere = { invite: token, email: 'eve@elsewhere.example', password }
    expect((await guest.json('/api/auth/signup', 'POST', elsewhere)).status).toBe(403)
    const made = await guest.json('/api/auth/signup', 'POST', {
      ...elsewhere,
      email: 'guest@elsewhere.example',
    })
    expect(made.status).toBe(200)
    const { workspaces, user } = await guest.account()
    expect(workspaces).toMatchObject([{ name: 'Local', is_owner: false }])
    expect(user.email_verified).toBe(true)
    expect(((await (await guest.ask(`/api/user?invite=${token}`)).json()) as Account).invite_accepted).toBe(
      true,
    )
  })

  test('can be withdrawn, and an id of another workspace answers as one that nobody has', async () => {
    await owner.json('/api/workspace/invites', 'POST', { email: 'late@elsewhere.example' })
    const token = inviteIn(await lastMail('late@elsewhere.example'))
    const { invites } = (await (await owner.ask('/api/workspace/members')).json()) as {
      invites: { id: string }[]
    }
    const id = invites[0]?.id ?? ''
    const other = browser()
    await other.signIn('new@example.org')
    const answers = [
      await other.json(`/api/workspace/invites/${id}`, 'DELETE'),
      await other.json(`/api/workspace/invites/${'0'.repeat(64)}`, 'DELETE'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect((await owner.json(`/api/workspace/invites/${id}`, 'DELETE')).status).toBe(200)
    expect((await browser().ask(`/api/user/invites/${token}`)).status).toBe(404)
  })

  test('makes a member, who may do all but what is the owner’s', async () => {
    const { members } = (await (await guest.ask('/api/workspace/members')).json()) as {
      members: { id: string; email: string; is_owner: boolean; is_self: boolean }[]
    }
    const [first, second] = members
    expect(members.map(({ email, is_owner: isOwner }) => [email, isOwner])).toEqual([
      [ownerEmail, true],
      ['guest@elsewhere.example', false],
    ])
    expect((await guest.json(`/api/workspace/members/${first?.id}`, 'DELETE')).status).toBe(403)
    expect((await guest.json('/api/workspace/owner', 'PUT', { user: second?.id })).status).toBe(403)
    // It is the only one the guest is in.
    expect((await guest.json(`/api/workspace/members/${second?.id}`, 'DELETE')).status).toBe(409)
    expect((await owner.json(`/api/workspace/members/${first?.id}`, 'DELETE')).status).toBe(409)
    expect((await owner.json('/api/workspace/members/nobody', 'DELETE')).status).toBe(404)
  })
})

describe('a member who was removed', () => {
  test('signs in to nothing, and comes back by an invitation with the password of before', async () => {
    const address = 'guest@elsewhere.example'
    const { members } = (await (await owner.ask('/api/workspace/members')).json()) as {
      members: { id: string; email: string }[]
    }
    const id = members.find(({ email }) => email === address)?.id ?? ''
    const open = browser()
    const program = browser()
    for (const each of [open, program]) await each.signIn(address)
    expect((await owner.json(`/api/workspace/members/${id}`, 'DELETE')).status).toBe(200)
    // A page that is open learns why its sign-in is over, once.
    const session = async () => (await open.ask('/api/auth/session')).json()
    const status = 'unauthenticated'
    expect(await session()).toMatchObject({ data: { error: 'No SSO workspace found' }, status })
    expect([...open.jar.keys()]).toEqual(['activeWorkspace'])
    expect(await session()).toMatchObject({ data: null, status })
    const asked = await program.ask('/api/user')
    expect([asked.status, await asked.json()]).toMatchObject([401, { message: 'No SSO workspace found' }])
    expect((await (await program.ask('/api/user')).json()).message).not.toBe('No SSO workspace found')
    const guest = browser()
    const refused = await guest.signIn(address)
    expect([refused.status, await refused.json()]).toMatchObject([403, { message: 'No SSO workspace found' }])
    // A new password signs in to nothing either, and says so.
    await guest.json('/api/auth/forgot-password', 'POST', { email: address })
    const mail = await eventually(
      () => lastMail(address),
      (text) => text.includes('/reset-password?token='),
    )
    const chosen = await guest.json('/api/auth/reset-password', 'POST', { token: tokenIn(mail), password })
    expect([chosen.status, await chosen.json()]).toMatchObject([
      200,
      { signed_in: false, error: 'No SSO workspace found' },
    ])
    expect([...guest.jar.keys()]).not.toContain('noisefloor-session')
    await owner.json('/api/workspace/invites', 'POST', { email: address })
    const invite = inviteIn(await lastMail(address))
    const join = async (chosen: string) =>
      (await guest.json('/api/auth/signup', 'POST', { invite, email: address, password: chosen })).status
    expect(await join('another quiet sentence')).toBe(409)
    expect(await join(password)).toBe(200)
    expect((await guest.account()).workspaces).toMatchObject([{ name: 'Local', is_owner: false }])
    expect((await guest.json(`/api/user/invites/${invite}`, 'PUT')).status).toBe(200)
  })

  test('is led away from any page but those that bring them back, signed out, to where it is said, once', async () => {
    const path = await invited('gone@elsewhere.example')
    const guest = browser()
    const made = { invite: inviteIn(path), email: 'gone@elsewhere.example', password }
    expect((await guest.json('/api/auth/signup', 'POST', made)).status).toBe(200)
    const { user } = await guest.account()
    expect((await owner.json(`/api/workspace/members/${user.user_id}`, 'DELETE')).status).toBe(200)
    const held = new Map(guest.jar)
    const again = await invited('gone@elsewhere.example')
    // The way in again is none of them.
    expect((await open(guest, again)).to).toContain('/auth-required?redirect=')
    expect(guest.jar.has('noisefloor-session')).toBe(true)
    const told = { status: 302, to: '/auth-required?error=No+SSO+workspace+found' }
    expect(await open(guest, '/tags')).toMatchObject(told)
    expect([...guest.jar.keys()]).toEqual(['activeWorkspace'])
    const page = await open(guest, told.to)
    expect([page.status, page.text.includes('No SSO workspace found')]).toEqual([200, true])
    // What somebody copied before is nobody's by now.
    for (const [name, value] of held) guest.jar.set(name, value)
    expect((await open(guest, '/tags')).status).toBe(200)
  })
})

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
