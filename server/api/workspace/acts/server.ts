import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaces as removingJob } from '#server/jobs/workspaces.ts'
import type { Inside } from '#tests/product/inside.ts'
import { nextName, type Person, type World } from './model.ts'

/** The product, as people in a model reach it: over HTTP with real sign-ins and keys, under a clock that can be moved. */
export interface Server {
  inside: Inside
  now(): number
  /** Days pass, the work of the server is done, and whoever still has an account signs in anew. */
  pass(world: World, ms: number): Promise<void>
  ask(
    person: Person,
    path: string,
    method?: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  page(person: Person, path: string): Promise<{ status: number; text: string }>
  /** By a key, or the server's own. */
  by(
    key: string | 'operator',
    path: string,
    method?: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }>
  /** Four people: three with a workspace each, and one who is in the first alone. */
  newWorld(): Promise<World>
}

/** @param clock how far it is ahead, milliseconds: what `inside` was opened with */
export function serverOn(inside: Inside, clock: { ahead: number }): Server {
  const now = (): number => Date.now() + clock.ahead
  const { accounts } = inside.deps.installation
  const operator = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  const removing = removingJob(inside.deps)
  let worlds = 0

  const signIn = async (person: Person): Promise<void> => {
    const { secret } = await accounts.signIns.begin({ user: person.id, address: '', agent: '', now: now() })
    person.cookie = `noisefloor-session=${secret}`
  }
  const sent = (path: string, headers: Record<string, string>, method: string, body: unknown) =>
    fetch(new URL(path, inside.url), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  return {
    inside,
    now,
    async pass(world, ms) {
      clock.ahead += ms
      await removing.run(new AbortController().signal)
      for (const person of world.people) if (!person.isGone) await signIn(person)
    },
    async ask(person, path, method = 'GET', body) {
      const answer = await sent(path, { cookie: person.cookie, origin: inside.url }, method, body)
      // After a gain of rights a sign-in has another secret.
      const renewed = answer.headers.getSetCookie().find((line) => line.startsWith('noisefloor-session='))
      if (renewed) person.cookie = renewed.split(';')[0] ?? ''
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    async page({ cookie }, path) {
      const answer = await fetch(new URL(path, inside.url), { headers: { cookie, accept: 'text/html' } })
      return { status: answer.status, text: await answer.text() }
    },
    async by(key, path, method = 'GET', body) {
      const answer = await sent(path, { key: key === 'operator' ? operator : key }, method, body)
      return { status: answer.status, body: await answer.json() }
    },
    async newWorld() {
      worlds += 1
      // The mails of other worlds are not looked through.
      await rm(join(inside.dataFolder, 'outbox'), { recursive: true, force: true })
      const world: World = { people: [], places: [], invitations: [], endedKeys: [], names: 0 }
      for (let at = 0; at < 4; at += 1) {
        const email = `p${at}.w${worlds}@example.org`
        const [first] = world.places
        const own = { id: '', name: nextName(world), owner: null, keys: [], removal: null }
        const into =
          at < 3 || !first
            ? { newWorkspace: own.name, publish: false }
            : { workspace: first.id, isOwner: false }
        const user = await accounts.create({
          email,
          emailVerified: true,
          password: '',
          profile: { firstName: 'P', lastName: String(at) },
          offering: 'enterprise',
          into,
          now: now(),
        })
        if (!user) throw new Error('The address is taken.')
        const { id, activeWorkspace: chosen } = user
        const place = 'workspace' in into ? first! : { ...own, id: chosen }
        const person: Person = {
          id,
          name: `P ${at}`,
          email,
          cookie: '',
          isGone: false,
          joined: [place],
          chosen,
          offering: 'enterprise',
          expires: null,
        }
        world.people.push(person)
        if (place !== first) world.places.push(Object.assign(place, { owner: person }))
        await signIn(person)
      }
      return world
    },
  }
}
