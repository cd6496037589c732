import { expect } from 'vitest'
import type { Act } from './act.ts'
import { nextName, staysElsewhere, untilNow } from './model.ts'

const day = 86_400_000

/** Workspaces as a whole, and what comes with time. */
export const acts: Record<string, Act> = {
  async create({ world, server, person, place }) {
    const name = nextName(world)
    const { status, body } = await server.ask(person, '/api/user/workspaces', 'POST', { name })
    if (!place) return [status, 401]
    const made = { id: String(body['id']), name, owner: person, keys: [], removal: null }
    world.places.push(made)
    person.joined.push(made)
    person.chosen = made.id
    return [status, 200]
  },

  async rename({ world, server, person, place }) {
    const name = nextName(world)
    const { status } = await server.ask(person, '/api/workspace', 'PUT', { name })
    if (!place) return [status, 401]
    place.name = name
    return [status, 200]
  },

  async switch({ server, person, place, elsewhere }) {
    const { status } = await server.ask(person, '/api/user', 'PUT', { active_workspace: elsewhere.id })
    if (!place) return [status, 401]
    if (!person.joined.includes(elsewhere)) return [status, 404]
    person.chosen = elsewhere.id
    return [status, 200]
  },

  async delete({ server, person, place }) {
    const due = server.now() + 7 * day
    const { status } = await server.ask(person, '/api/workspace', 'DELETE')
    if (!place) return [status, 401]
    if (place.owner !== person) return [status, 403]
    if (!staysElsewhere(person, place)) return [status, 409]
    // Asked for again it is the first that counts.
    place.removal ??= due
    return [status, 200]
  },

  async 'undo the delete'({ server, person, place }) {
    const { status } = await server.ask(person, '/api/workspace/restore', 'POST', {})
    if (!place) return [status, 401]
    if (place.owner !== person) return [status, 403]
    if (place.removal === null) return [status, 404]
    place.removal = null
    return [status, 200]
  },

  async 'days pass'({ world, server, nth }) {
    // A little more, so that what ends in so many days has ended.
    await server.pass(world, [1, 1, 3, 3, 7, 8][nth]! * day + 60_000)
    untilNow(world, server.now())
    return [200, 200]
  },

  /** A workspace one is not in answers as one that nobody has. */
  async 'another’s id'({ server, person, place, elsewhere }) {
    const answers = await Promise.all(
      [elsewhere.id, '0198c0de-0000-7000-8000-00000000000a'].map(async (id) => {
        const { status, body } = await server.ask(
          person,
          `/api/workspace/members?active_workspace=${id}`,
          'GET',
        )
        const { request_id: _id, ...rest } = body
        return JSON.stringify([status, rest])
      }),
    )
    if (elsewhere !== place) expect(answers[0]).toBe(answers[1])
    return [0, 0]
  },
}
