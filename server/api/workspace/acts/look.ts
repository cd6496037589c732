import { expect } from 'vitest'
import {
  activePlace,
  hasApi,
  type Key,
  membersOf,
  namedKeys,
  offeringOf,
  openInvitations,
  type Person,
  type Place,
  sharedKey,
  type World,
} from './model.ts'
import type { Server } from './server.ts'

/** Compares what somebody sees with the model. */

const maskedOf = ({ secret }: Key): string => `nf_••••${secret.slice(-4)}`

const byId = <T extends { id: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Their workspaces and plan, members, invitations and keys of the active one, and whether those keys work. */
export async function look(world: World, server: Server, person: Person): Promise<void> {
  const place = activePlace(person)
  const paths = ['/api/user', '/api/workspace/members', '/api/workspace/key', '/api/workspace/keys']
  const seen = await Promise.all(paths.map((path) => server.ask(person, path)))
  const statuses = seen.map(({ status }) => status)
  if (!place) return void expect(statuses).toEqual([401, 401, 401, 401])
  const mayHaveKeys = hasApi(person, server.now())
  const ofKeys = mayHaveKeys ? 200 : 403
  expect([person.name, ...statuses]).toEqual([person.name, 200, 200, ofKeys, ofKeys])
  const [account, people, shared, named] = seen.map(({ body }) => body) as unknown as [
    Account,
    People,
    Shared,
    Named,
  ]
  expect([account.user.offering, account.active_workspace]).toEqual([
    offeringOf(person, server.now()),
    place.id,
  ])
  expect(byId(account.workspaces).map(({ id, name, is_owner: isOwner }) => [id, name, isOwner])).toEqual(
    byId(person.joined).map(({ id, name, owner }) => [id, name, owner === person]),
  )
  expect(byId(people.members).map(({ id, is_owner: isOwner }) => [id, isOwner])).toEqual(
    byId(membersOf(world, place)).map(({ id }) => [id, id === place.owner?.id]),
  )
  expect(people.invites.map(({ email }) => email).sort()).toEqual(
    openInvitations(world, place)
      .map(({ email }) => email)
      .sort(),
  )
  if (!mayHaveKeys) return
  const key = sharedKey(place)
  expect(shared.masked).toBe(key ? maskedOf(key) : null)
  expect(byId(named.keys).map(({ id, masked, scopes }) => [id, masked, scopes])).toEqual(
    byId(namedKeys(place)).map((one) => [one.id, maskedOf(one), one.scopes]),
  )
}

interface Account {
  user: { offering: string }
  active_workspace: string
  workspaces: { id: string; name: string; is_owner: boolean }[]
}
interface People {
  members: { id: string; is_owner: boolean }[]
  invites: { email: string }[]
}
interface Shared {
  masked: string | null
}
interface Named {
  keys: { id: string; masked: string; scopes: string[] }[]
}

/** Every key of a workspace opens it while the plan of its owner has the API. */
export async function lookAtKeys(server: Server, { id, owner, keys }: Place): Promise<void> {
  for (const { secret } of keys) {
    const { status, body } = await server.by(secret, '/v1/account')
    if (owner && !hasApi(owner, server.now())) expect(status).toBe(403)
    else expect(body).toEqual({ user_id: owner?.id, workspace_id: id })
  }
}

/** What has ended opens nothing. */
export async function lookAtEnded(server: Server, secrets: readonly string[]): Promise<void> {
  for (const secret of secrets) expect((await server.by(secret, '/v1/account')).status).toBe(401)
}

/** Pages show the active workspace, its members and keys, and nothing of another; also those that are kept for the next who asks. */
export async function lookAtPages(world: World, server: Server, person: Person): Promise<void> {
  const place = activePlace(person)
  if (!place) return
  const mayHaveKeys = hasApi(person, server.now())
  const [kept, members, key] = await Promise.all(
    ['/cheat-sheet', '/account/members', '/account/api-key'].map((path) => server.page(person, path)),
  )
  expect([kept?.status, members?.status, key?.status]).toEqual([200, 200, mayHaveKeys ? 200 : 403])
  for (const one of person.joined) {
    expect(members?.text).toContain(one.name)
    expect([one.name, kept?.text.includes(one.name)]).toEqual([one.name, one === place])
  }
  for (const { email } of membersOf(world, place)) expect(members?.text).toContain(email)
  expect(members?.text.includes('This workspace is deleted')).toBe(place.removal !== null)
  expect(kept?.text.includes('href="/account/api-key"')).toBe(mayHaveKeys)
  const shown = new Set([sharedKey(place), ...namedKeys(place)].map((one) => one && maskedOf(one)))
  for (const one of world.places.flatMap((each) => [sharedKey(each), ...namedKeys(each)]))
    if (one) expect(key?.text.includes(maskedOf(one))).toBe(mayHaveKeys && shown.has(maskedOf(one)))
}
