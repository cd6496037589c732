import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserAt, makePerson } from '../api/account-browser.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Lists inside one workspace: whose they are, and who sees them. */

let inside: Inside
const [ada, bob] = [browserAt(() => inside.url), browserAt(() => inside.url)]
const base = '/api/ip/analysis'

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' })
  await makePerson(inside, { email: 'ada@example.org' })
  await ada.signIn('ada@example.org')
  const { active_workspace: workspace } = await ada.account()
  await makePerson(inside, { email: 'bob@example.org', into: { workspace, isOwner: false } })
  await bob.signIn('bob@example.org')
})
afterAll(() => inside.close())

test('a list is of whoever sent it, until it is shared; nobody else changes it then', async () => {
  const sent = await ada.ask(base, { method: 'POST', body: '8.8.8.8' })
  const { uuid } = (await sent.json()) as { uuid: string }
  const path = `${base}/${uuid}`
  const seenByBob = async () => {
    const { items } = (await (await bob.ask(base)).json()) as { items: unknown[] }
    return [items.length, (await bob.ask(path)).status, (await bob.ask(`${path}?export_type=all`)).status]
  }
  expect(await seenByBob()).toEqual([0, 404, 404])
  expect((await bob.json(path, 'PATCH', { shared: true })).status).toBe(404)
  expect((await ada.json(path, 'PATCH', { shared: true })).status).toBe(200)
  expect(await seenByBob()).toEqual([1, 200, 200])
  expect((await bob.json(path, 'PATCH', { name: 'his' })).status).toBe(403)
  expect((await bob.ask(`${path}/cancel`, { method: 'POST' })).status).toBe(403)
  expect((await bob.ask(path, { method: 'DELETE' })).status).toBe(403)
  expect((await ada.json(path, 'PATCH', { shared: false })).status).toBe(200)
  expect(await seenByBob()).toEqual([0, 404, 404])
})

test('what a key of the workspace sends is seen by all of its members', async () => {
  const { key } = (await (
    await ada.json('/api/workspace/keys', 'POST', { name: 'k', scopes: ['read'] })
  ).json()) as {
    key: string
  }
  const sent = await fetch(new URL(base, inside.url), { method: 'POST', headers: { key }, body: '1.1.1.1' })
  const { uuid } = (await sent.json()) as { uuid: string }
  expect((await bob.ask(`${base}/${uuid}`)).status).toBe(200)
})

test('a query names lists of the own workspace only, and of other members those that are shared', async () => {
  await makePerson(inside, { email: 'eve@example.org' })
  const eve = browserAt(() => inside.url)
  await eve.signIn('eve@example.org')
  const sent = await ada.ask(base, { method: 'POST', body: '9.9.9.9' })
  const { uuid } = (await sent.json()) as { uuid: string }
  // Nothing reads lists here: whoever may see this one is told that it waits, and everybody else that there is none.
  const asked = async (who: typeof ada) => {
    const answer = await who.ask(`/api/ip/query?${new URLSearchParams({ query: `list:${uuid}` })}`)
    const { message } = (await answer.json()) as { message: string }
    return /is still being read/.test(message) ? 'waits' : /You have no list/.test(message) ? 'none' : message
  }
  expect([await asked(ada), await asked(bob), await asked(eve)]).toEqual(['waits', 'none', 'none'])
  await ada.json(`${base}/${uuid}`, 'PATCH', { shared: true })
  expect([await asked(ada), await asked(bob), await asked(eve)]).toEqual(['waits', 'waits', 'none'])
})
