import { mailAttempt } from '#services/sign-in/may-mail.ts'
import { inviteIn, lastMail } from '#tests/product/outbox.ts'
import type { Act } from './act.ts'
import { endKeys, leave, membersOf, openInvitations, staysElsewhere } from './model.ts'

const week = 7 * 86_400_000

/** Who belongs to a workspace. */
export const acts: Record<string, Act> = {
  async invite({ world, server, person, other, place }) {
    const { inside, now } = server
    const { status } = await server.ask(person, '/api/workspace/invites', 'POST', { email: other.email })
    if (!place) return [status, 401]
    if (other.joined.includes(place)) return [status, 409]
    // That an address is sent few is no part of the model (tests/api/account-abuse.test.ts).
    await inside.deps.attempts.succeeded(mailAttempt({ to: other.email, by: `user ${person.id}` }))
    // One link an address.
    for (const one of openInvitations(world, place)) if (one.email === other.email) one.state = 'gone'
    const token = inviteIn((await lastMail(inside.dataFolder, other.email)) ?? '')
    world.invitations.push({
      token,
      email: other.email,
      place,
      inviter: person,
      expires: now() + week,
      state: 'open',
    })
    return [status, 200]
  },

  async accept({ world, server, person, place, nth }) {
    const theirs = world.invitations.filter(({ email, state }) => email === person.email && state === 'open')
    // Mostly one that waits for who accepts: all others are refused alike.
    const among = nth > 0 && theirs.length > 0 ? theirs : world.invitations
    const one = among[nth % Math.max(1, among.length)]
    const { status } = await server.ask(person, `/api/user/invites/${one?.token ?? 'x'.repeat(43)}`, 'PUT')
    if (!place) return [status, 401]
    if (!one || one.state === 'gone') return [status, 404]
    if (one.email !== person.email) return [status, 403]
    if (one.state === 'open') {
      one.state = 'accepted'
      if (!person.joined.includes(one.place)) person.joined.push(one.place)
      person.chosen = one.place.id
    }
    return [status, 200]
  },

  async withdraw({ world, server, person, place, nth }) {
    const open = place ? openInvitations(world, place) : []
    const one = open[nth % Math.max(1, open.length)]
    const { body } = await server.ask(person, '/api/workspace/members')
    const shown = body['invites'] as { id: string; email: string }[] | undefined
    const id = shown?.find(({ email }) => email === one?.email)?.id ?? '0'.repeat(64)
    const { status } = await server.ask(person, `/api/workspace/invites/${id}`, 'DELETE')
    if (!place) return [status, 401]
    if (!one) return [status, 404]
    one.state = 'gone'
    return [status, 200]
  },

  async 'remove or leave'({ world, server, person, other, place }) {
    const { status } = await server.ask(person, `/api/workspace/members/${other.id}`, 'DELETE')
    if (!place) return [status, 401]
    if (person !== other && place.owner !== person) return [status, 403]
    if (!other.joined.includes(place)) return [status, 404]
    if (place.owner === other) return [status, 409]
    if (person === other && !staysElsewhere(person, place)) return [status, 409]
    leave(world, other, place)
    return [status, 200]
  },

  async 'hand over'({ server, person, other, place }) {
    const { status } = await server.ask(person, '/api/workspace/owner', 'PUT', { user: other.id })
    if (!place) return [status, 401]
    if (place.owner !== person) return [status, 403]
    if (!other.joined.includes(place)) return [status, 404]
    place.owner = other
    return [status, 200]
  },

  async 'delete the account'({ world, server, person, place, nth }) {
    // An account that is gone does nothing more: one of six times is enough.
    if (nth > 0) return [0, 0]
    const { status } = await server.ask(person, '/api/user', 'DELETE')
    if (!place) return [status, 401]
    const isAlone = (one: typeof place): boolean => membersOf(world, one).length === 1
    if (person.joined.some((one) => one.owner === person && !isAlone(one))) return [status, 409]
    for (const one of person.joined) {
      if (!isAlone(one)) {
        leave(world, person, one)
        continue
      }
      // Nobody is left in it who could own it.
      one.owner = null
      endKeys(world, one)
      for (const invitation of openInvitations(world, one)) invitation.state = 'gone'
    }
    Object.assign(person, { isGone: true, joined: [] })
    return [status, 200]
  },
}
