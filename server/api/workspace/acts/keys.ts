import { type KeyScope, keyScopes } from '#model/account/key-scope.ts'
import type { Act } from './act.ts'
import { endKeys, hasApi, type Key, namedKeys, sharedName } from './model.ts'

const day = 86_400_000

/** Keys of a workspace, and the plan that says whether there are any. */
export const acts: Record<string, Act> = {
  async rotate({ world, server, person, place, nth }) {
    const overlap = [0, 0, 0, 1, 3, 7][nth]!
    const { status, body } = await server.ask(person, '/api/workspace/key', 'PUT', { overlap_days: overlap })
    if (!place) return [status, 401]
    const now = server.now()
    if (!hasApi(person, now)) return [status, 403]
    const end = now + overlap * day
    // Those that ended earlier anyway still do.
    for (const key of place.keys) if (key.name === sharedName) key.expires = Math.min(key.expires ?? end, end)
    endKeys(world, place, ({ expires }) => expires !== null && expires <= now)
    const scopes = [...keyScopes]
    place.keys.push({
      id: '',
      secret: String(body['key']),
      name: sharedName,
      scopes,
      expires: null,
      maker: person,
    })
    return [status, 200]
  },

  async 'make a key'({ server, person, other, place, nth }) {
    const [name, days] = [`for ${other.name}`, [undefined, undefined, undefined, 1, 3, 10][nth]]
    const scope = keyScopes[nth % 3]!
    const of = { name, scopes: [scope], ...(days && { expires_days: days }) }
    const { status, body } = await server.ask(person, '/api/workspace/keys', 'POST', of)
    if (!place) return [status, 401]
    const now = server.now()
    if (!hasApi(person, now)) return [status, 403]
    if (place.keys.some((key) => key.name === name)) return [status, 409]
    const listed = (await server.ask(person, '/api/workspace/keys')).body['keys'] as Key[]
    const id = listed.find((key) => key.name === name)?.id ?? ''
    const scopes = scope === 'admin' ? [...keyScopes] : [scope]
    place.keys.push({
      id,
      secret: String(body['key']),
      name,
      scopes,
      expires: days ? now + days * day : null,
      maker: person,
    })
    return [status, 200]
  },

  /** One’s own or another workspace’s, by its id. */
  async 'revoke a key'({ world, server, person, place, elsewhere, nth }) {
    const among = namedKeys(place && nth > 0 ? place : elsewhere)
    const key = among[nth % Math.max(1, among.length)]
    const { status } = await server.ask(person, `/api/workspace/keys/${key?.id ?? 'nothing'}`, 'DELETE')
    if (!place) return [status, 401]
    if (!hasApi(person, server.now())) return [status, 403]
    if (!key || !place.keys.includes(key)) return [status, 404]
    endKeys(world, place, (one) => one === key)
    return [status, 200]
  },

  /** By its scope it reads, or takes captures, or both, while the plan of the workspace’s owner has the API. */
  async 'use a key'({ world, server, nth }) {
    const held = world.places.flatMap(({ owner, keys }) => keys.map((key) => ({ owner, key })))
    const { owner, key } = held[nth % Math.max(1, held.length)] ?? {}
    if (!key) return [0, 0]
    const isHeld = !owner || hasApi(owner, server.now())
    const may = (scope: KeyScope): boolean => isHeld && key.scopes.includes(scope)
    // Nobody saw the address, and what is sent is no capture.
    const read = await server.by(key.secret, '/v3/ip/203.0.113.1')
    const sent = await server.by(key.secret, '/api/ingest/captures', 'POST', {})
    return [read.status * 1000 + sent.status, (may('read') ? 404 : 403) * 1000 + (may('ingest') ? 422 : 403)]
  },

  async 'change of plan'({ server, other, nth }) {
    const offering = (['community', 'vip', 'enterprise'] as const)[nth % 3]!
    const expires = nth < 3 ? null : new Date(server.now() + 2 * day).toISOString().slice(0, 10)
    const of = { email: other.email, offering, expires }
    const { status } = await server.by('operator', '/api/operator/users', 'PUT', of)
    if (other.isGone) return [status, 404]
    Object.assign(other, { offering, expires })
    return [status, 200]
  },
}
