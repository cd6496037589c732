import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { inviteIn, tokenIn } from '../product/outbox.ts'
import { browserAt, mailTo, makeOwner, makePerson, password } from './account-browser.ts'

/** What the audit log tells of people who are not signed in yet: who, what, from where, before and after. */

let inside: Inside
const browser = () => browserAt(() => inside.url)
beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
})
afterAll(() => inside.close())

/** Somebody, and what is told of them since their account was made: act, subject, before and after. */
async function toldOf(email: string) {
  const { accounts } = inside.deps.installation
  const user = (await accounts.byEmail(email))?.user
  if (!user) throw new Error(`Nobody has ${email}.`)
  const { id, activeWorkspace: workspace } = user
  const rows = await accounts.changes({ workspace, since: 0, after: '', limit: 1000 })
  const theirs = rows.filter(({ actor }) => actor === `user ${id}`)
  // Each from where it came.
  expect(theirs.filter(({ address }) => !/^(::ffff:)?127\.0\.0\.1$|^::1$/.test(address))).toEqual([])
  expect(JSON.stringify(theirs)).not.toMatch(/argon2|token=|quiet sentence/)
  return {
    user: `user ${id}`,
    workspace: `workspace ${workspace}`,
    // Rows of one millisecond are in no order.
    acts: theirs.map(({ act, subject, before, after }) => [act, subject, before, after]).toSorted(),
  }
}

test('a sign-up tells the account and its workspace, and the link in the mail that the address is theirs', async () => {
  const email = 'one@example.org'
  const visitor = browser()
  await visitor.json('/api/auth/signup', 'POST', { email, password })
  const mail = await eventually(() => mailTo(inside, email).catch(() => ''), Boolean)
  const { user, workspace, acts } = await toldOf(email)
  const made = [
    ['user.create', user, '', email],
    ['workspace.create', workspace, '', `Workspace of ${email}`],
  ]
  expect(acts).toEqual(made)
  await visitor.signIn(email)
  const token = tokenIn(mail)
  expect((await visitor.json('/api/auth/verify-email', 'POST', { token })).status).toBe(200)
  const ofSignIn = ['user.sign-in', user, '', '']
  const told = [made[0], ['user.email-verified', user, '', email], ofSignIn, made[1]]
  expect((await toldOf(email)).acts).toEqual(told)
  // Somebody else asks for an account with the same address: none is made, and none is told.
  await browser().json('/api/auth/signup', 'POST', { email, password })
  expect((await toldOf(email)).acts).toEqual(told)
})

test('a password chosen by a reset is told, and mailed to the owner', async () => {
  const email = 'two@example.org'
  await makePerson(inside, { email })
  const visitor = browser()
  await visitor.json('/api/auth/forgot-password', 'POST', { email })
  const token = await eventually(async () => tokenIn(await mailTo(inside, email).catch(() => '')), Boolean)
  const chosen = { token, password: 'another quiet sentence' }
  expect((await visitor.json('/api/auth/reset-password', 'POST', chosen)).status).toBe(200)
  const { user, acts } = await toldOf(email)
  expect(acts).toEqual([
    ['user.password', user, '', 'by a link'],
    ['user.sign-in', user, '', ''],
  ])
  const mail = await mailTo(inside, email)
  expect(mail).toContain('The password of your account was changed by a link')
  expect(mail).toMatch(/It was done from [\da-f.:]+\./)
})

test('a reset of an account whose address was not confirmed tells that it is', async () => {
  const email = 'three@example.org'
  const visitor = browser()
  await visitor.json('/api/auth/signup', 'POST', { email, password })
  const first = await eventually(async () => tokenIn(await mailTo(inside, email).catch(() => '')), Boolean)
  await visitor.json('/api/auth/forgot-password', 'POST', { email })
  const token = await eventually(
    async () => tokenIn(await mailTo(inside, email)),
    (found) => found !== first,
  )
  await visitor.json('/api/auth/reset-password', 'POST', { token, password: 'another quiet sentence' })
  const { user, acts } = await toldOf(email)
  expect(acts.slice(1, -1)).toEqual([
    ['user.email-verified', user, '', email],
    ['user.password', user, '', 'by a link'],
    ['user.sign-in', user, '', ''],
  ])
})

test('an account made by an invitation tells who joined, where they joined', async () => {
  const owner = browser()
  await makeOwner(owner, inside)
  const email = 'four@example.org'
  await owner.json('/api/workspace/invites', 'POST', { email })
  const invite = inviteIn(await mailTo(inside, email))
  const guest = browser()
  const made = { invite, email, password, first_name: 'F', last_name: 'Our' }
  expect((await guest.json('/api/auth/signup', 'POST', made)).status).toBe(200)
  const { user, acts } = await toldOf(email)
  expect(acts).toEqual([
    ['user.create', user, '', email],
    ['user.sign-in', user, '', ''],
    ['workspace.join', user, '', 'member'],
  ])
})
