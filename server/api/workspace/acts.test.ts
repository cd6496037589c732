import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { mailAttempt } from '#services/sign-in/may-mail.ts'
import { openInside, type Inside } from '#tests/product/inside.ts'
import { inviteIn, lastMail } from '#tests/product/outbox.ts'

/**
 * Whatever people do in three workspaces, in whatever order, everybody sees what a model in memory says: acts over HTTP with real
 * sign-ins and keys, compared after each of them.
 */

let inside: Inside
beforeAll(async () => {
  inside = await openInside()
})
afterAll(() => inside.close())

const kinds = [
  'invite',
  'accept',
  'accept',
  'switch',
  'remove',
  'hand over',
  'rename',
  'rotate',
  'withdraw',
  'another’s id',
] as const
interface Act {
  kind: (typeof kinds)[number]
  /** Of the people, and of the workspaces. */
  who: number
  whom: number
  where: number
}
const acts = array(record({ kind: constantFrom(...kinds), who: nat(3), whom: nat(3), where: nat(2) }), {
  minLength: 5,
  maxLength: 25,
})

interface Person {
  id: string
  email: string
  cookie: string
  /** The workspace that was chosen last. */
  chosen: string
}
interface Place {
  id: string
  name: string
  owner: string
  members: Set<string>
  key: string | null
}
interface Invitation {
  token: string
  email: string
  place: Place
  state: 'open' | 'accepted' | 'withdrawn'
}

interface World {
  people: Person[]
  places: Place[]
  invitations: Invitation[]
}

let worlds = 0

/** Three people with a workspace each, and one who is in the first alone. */
async function newWorld(): Promise<World> {
  const { accounts } = inside.deps.installation
  worlds += 1
  const people: Person[] = []
  const places: Place[] = []
  for (let at = 0; at < 4; at += 1) {
    const email = `p${at}.w${worlds}@example.org`
    const first = places[0]
    const into =
      at < 3 || !first ? { newWorkspace: `W${at}`, publish: false } : { workspace: first.id, isOwner: false }
    const user = await accounts.create({
      email,
      emailVerified: true,
      password: '',
      profile: { firstName: 'P', lastName: String(at) },
      offering: 'enterprise',
      into,
      now: Date.now(),
    })
    if (!user) throw new Error('The address is taken.')
    const { secret } = await accounts.signIns.begin({
      user: user.id,
      address: '',
      agent: '',
      now: Date.now(),
    })
    people.push({ id: user.id, email, cookie: `noisefloor-session=${secret}`, chosen: user.activeWorkspace })
    if ('workspace' in into) first?.members.add(user.id)
    else
      places.push({
        id: user.activeWorkspace,
        name: `W${at}`,
        owner: user.id,
        members: new Set([user.id]),
        key: null,
      })
  }
  return { people, places, invitations: [] }
}

async function ask(person: Person, path: string, method = 'GET', body?: unknown) {
  const answer = await fetch(new URL(path, inside.url), {
    method,
    headers: {
      cookie: person.cookie,
      origin: inside.url,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // After a gain of rights a sign-in has another secret.
  const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('noisefloor-session='))
  if (renewed) person.cookie = renewed.split(';')[0] ?? ''
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Where somebody acts; undefined for who is in no workspace. The first one joined, where the chosen one is lost: told by the server. */
async function activePlace({ places }: World, person: Person): Promise<Place | undefined> {
  const own = places.filter(({ members }) => members.has(person.id))
  const chosen = own.find(({ id }) => id === person.chosen)
  if (chosen || own.length === 0) return chosen
  const { body } = await ask(person, '/api/user')
  const [first] = body['workspaces'] as { id: string }[]
  return places.find(({ id }) => id === first?.id)
}

/** Does an act, and what it means in the model. @returns the status that came, and the one that was to come */
async function run(world: World, { kind, who, whom, where }: Act): Promise<[number, number]> {
  const [person, other] = [world.people[who]!, world.people[whom]!]
  const place = await activePlace(world, person)
  const elsewhere = world.places[where]!
  const owns = place?.owner === person.id
  switch (kind) {
    case 'invite': {
      const { status } = await ask(person, '/api/workspace/invites', 'POST', { email: other.email })
      if (!place) return [status, 401]
      if (place.members.has(other.id)) return [status, 409]
      // That an address is sent few is no part of the model (tests/api/account-abuse.test.ts).
      await inside.deps.attempts.succeeded(mailAttempt({ to: other.email, by: `user ${person.id}` }))
      for (const one of world.invitations)
        if (one.place === place && one.email === other.email && one.state === 'open') one.state = 'withdrawn'
      const token = inviteIn((await lastMail(inside.dataFolder, other.email)) ?? '')
      world.invitations.push({ token, email: other.email, place, state: 'open' })
      return [status, 200]
    }
    case 'accept': {
      const one = world.invitations[where % Math.max(1, world.invitations.length)]
      const { status } = await ask(person, `/api/user/invites/${one?.token ?? 'x'.repeat(43)}`, 'PUT')
      if (!place) return [status, 401]
      if (!one || one.state === 'withdrawn') return [status, 404]
      if (one.email !== person.email) return [status, 403]
      if (one.state === 'open') {
        one.state = 'accepted'
        one.place.members.add(person.id)
        person.chosen = one.place.id
      }
      return [status, 200]
    }
    case 'withdraw': {
      const open = world.invitations.filter((one) => one.place === place && one.state === 'open')
      const shown = (await ask(person, '/api/workspace/members')).body['invites'] as
        | { id: string; email: string }[]
        | undefined
      const one = open[where % Math.max(1, open.length)]
      const id = shown?.find(({ email }) => email === one?.email)?.id ?? '0'.repeat(64)
      const { status } = await ask(person, `/api/workspace/invites/${id}`, 'DELETE')
      if (!place) return [status, 401]
      if (!one) return [status, 404]
      one.state = 'withdrawn'
      return [status, 200]
    }
    case 'switch': {
      const { status } = await ask(person, '/api/user', 'PUT', { active_workspace: elsewhere.id })
      if (!place) return [status, 401]
      if (!elsewhere.members.has(person.id)) return [status, 404]
      person.chosen = elsewhere.id
      return [status, 200]
    }
    case 'remove': {
      const { status } = await ask(person, `/api/workspace/members/${other.id}`, 'DELETE')
      if (!place) return [status, 401]
      if (person !== other && !owns) return [status, 403]
      if (!place.members.has(other.id)) return [status, 404]
      if (place.owner === other.id) return [status, 409]
      const own = world.places.filter(({ members }) => members.has(person.id))
      if (person === other && own.length === 1) return [status, 409]
      place.members.delete(other.id)
      return [status, 200]
    }
    case 'hand over': {
      const { status } = await ask(person, '/api/workspace/owner', 'PUT', { user: other.id })
      if (!place) return [status, 401]
      if (!owns) return [status, 403]
      if (!place.members.has(other.id)) return [status, 404]
      place.owner = other.id
      return [status, 200]
    }
    case 'rename': {
      const name = `named by ${who} at ${world.invitations.length}`
      const { status } = await ask(person, '/api/workspace', 'PUT', { name })
      if (!place) return [status, 401]
      place.name = name
      return [status, 200]
    }
    case 'rotate': {
      const { status, body } = await ask(person, '/api/workspace/key', 'PUT', { overlap_days: 0 })
      if (!place) return [status, 401]
      const former = place.key
      place.key = String(body['key'])
      if (former !== null) expect(await workspaceOfKey(former)).toBeNull()
      return [status, 200]
    }
    case 'another’s id': {
      // A workspace one is not in answers as one that nobody has.
      const answers = await Promise.all(
        [elsewhere.id, '0198c0de-0000-7000-8000-00000000000a'].map(async (id) => {
          const { status, body } = await ask(person, `/api/workspace/key?active_workspace=${id}`)
          const { request_id: _id, ...rest } = body
          return JSON.stringify([status, rest])
        }),
      )
      if (elsewhere !== place) expect(answers[0]).toBe(answers[1])
      return [0, 0]
    }
  }
}

async function workspaceOfKey(key: string): Promise<string | null> {
  const answer = await fetch(new URL('/v1/account', inside.url), { headers: { key } })
  return answer.status === 200 ? ((await answer.json()) as { workspace_id: string }).workspace_id : null
}

/** Compares what somebody sees with the model: their workspaces, its members and owner, its key, also on the page. */
async function look(world: World, person: Person): Promise<void> {
  const place = await activePlace(world, person)
  const seen = await ask(person, '/api/user')
  if (!place) return void expect(seen.status).toBe(401)
  expect(seen.status).toBe(200)
  const workspaces = seen.body['workspaces'] as { id: string; name: string; is_owner: boolean }[]
  const sorted = <T extends { id: string }>(all: T[]): T[] => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(sorted(workspaces.map(({ id, name, is_owner: isOwner }) => ({ id, name, isOwner })))).toEqual(
    sorted(
      world.places
        .filter(({ members }) => members.has(person.id))
        .map(({ id, name, owner }) => ({ id, name, isOwner: owner === person.id })),
    ),
  )
  expect(seen.body['active_workspace']).toBe(place.id)
  const members = (await ask(person, '/api/workspace/members')).body['members'] as {
    id: string
    is_owner: boolean
  }[]
  expect(sorted(members.map(({ id, is_owner: isOwner }) => ({ id, isOwner })))).toEqual(
    sorted([...place.members].map((id) => ({ id, isOwner: id === place.owner }))),
  )
  const { masked } = (await ask(person, '/api/workspace/key')).body
  expect(masked).toBe(place.key === null ? null : maskedOf(place.key))
  if (place.key !== null) expect(await workspaceOfKey(place.key)).toBe(place.id)
}

const maskedOf = (key: string): string => `nf_••••${key.slice(-4)}`

/** The pages show the members and the key of the one workspace, and no key of another one. */
async function lookAtPages(world: World, person: Person): Promise<void> {
  const { people, places } = world
  const place = await activePlace(world, person)
  if (!place) return
  const [members = '', key = ''] = await Promise.all(
    ['/account/members', '/account/api-key'].map(async (path) => {
      const answer = await fetch(new URL(path, inside.url), { headers: { cookie: person.cookie } })
      expect([path, answer.status]).toEqual([path, 200])
      return answer.text()
    }),
  )
  for (const { id, email } of people) if (place.members.has(id)) expect(members).toContain(email)
  for (const one of places)
    if (one.key !== null) expect([one.id, key.includes(maskedOf(one.key))]).toEqual([one.id, one === place])
}

test('three workspaces stay what the model says, whatever is done in them', async () => {
  await assert(
    asyncProperty(acts, async (all) => {
      const world = await newWorld()
      for (const act of all) {
        const [came, expected] = await run(world, act)
        expect([act, came]).toEqual([act, expected])
        await look(world, world.people[act.who]!)
        await look(world, world.people[act.whom]!)
        // What else a page could keep from before.
        if (act.kind === 'switch') await lookAtPages(world, world.people[act.who]!)
      }
      for (const person of world.people) {
        await look(world, person)
        await lookAtPages(world, person)
      }
    }),
    { numRuns: cases(25, 10_000) },
  )
})
