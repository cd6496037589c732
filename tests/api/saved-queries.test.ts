import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** Queries saved in an account, as its browsers meet them. */

interface KeptQuery {
  id: string
  name: string
  gnql: string
  view: string
  saved_at: string
}

let inside: Inside
const path = '/api/user/queries'
const browser = () => browserAt(() => inside.url)

beforeAll(async () => {
  inside = await openInside()
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  const who = browser()
  await who.signIn(email)
  return who
}

async function list(who: AccountBrowser): Promise<KeptQuery[]> {
  const answer = await who.ask(path)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return ((await answer.json()) as { queries: KeptQuery[] }).queries
}
const save = async (who: AccountBrowser, of: object): Promise<KeptQuery> =>
  (await (await who.json(path, 'POST', of)).json()) as KeptQuery
const statusAndWords = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { message: string }).message,
]

test('a query is saved, seen in another browser, renamed and removed', async () => {
  const ada = await somebody('one@example.org')
  const kept = await save(ada, { gnql: ' port:23 ', view: '?sort=ip' })
  expect(kept).toEqual({ id: kept.id, name: '', gnql: 'port:23', view: '?sort=ip', saved_at: kept.saved_at })
  const elsewhere = browser()
  await elsewhere.signIn('one@example.org')
  expect(await list(elsewhere)).toEqual([kept])
  const renamed = await elsewhere.json(`${path}/${kept.id}`, 'PUT', { name: ' Telnet ' })
  expect(await renamed.json()).toEqual({ ...kept, name: 'Telnet' })
  expect(await list(ada)).toEqual([{ ...kept, name: 'Telnet' }])
  expect((await ada.ask(`${path}/${kept.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await list(elsewhere)).toEqual([])
  expect(await statusAndWords(await elsewhere.ask(`${path}/${kept.id}`, { method: 'DELETE' }))).toEqual([
    404,
    'There is no such saved query.',
  ])
  await save(ada, { gnql: 'port:24' })
  const { id: _id, ...restored } = kept
  expect(await save(ada, restored)).toMatchObject({ gnql: 'port:23', saved_at: kept.saved_at })
  expect((await list(ada)).map(({ gnql }) => gnql)).toEqual(['port:24', 'port:23'])
})

test('nobody else sees or changes it, nor the members of a workspace in their log', async () => {
  const [ada, eve] = [await somebody('two@example.org'), await somebody('eve@example.org')]
  const { id } = await save(ada, { gnql: 'path:"/secret"' })
  const before = await list(ada)
  expect(await list(eve)).toEqual([])
  const ask = async (of: string) => [
    await statusAndWords(await eve.json(`${path}/${of}`, 'PUT', { name: 'hers' })),
    await statusAndWords(await eve.ask(`${path}/${of}`, { method: 'DELETE' })),
  ]
  expect(await ask(id)).toEqual(await ask(id.replaceAll(/[\da-f]/g, '0')))
  expect(await list(ada)).toEqual(before)
  expect(await (await ada.ask('/api/workspace/changes')).text()).not.toContain('secret')
  expect((await browser().ask(path)).status).toBe(401)
})

test('another page cannot write in the name of who is signed in', async () => {
  const ada = await somebody('three@example.org')
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await ada.ask(method === 'DELETE' ? `${path}/x` : path, {
      method,
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify({ gnql: 'port:23' }),
    })
    expect([method, answer.status]).toEqual([method, 403])
  }
  expect(await list(ada)).toEqual([])
})

test('what is no query, too long or leads elsewhere is refused with the reason', async () => {
  const ada = await somebody('four@example.org')
  const refused: [object, RegExp][] = [
    [{}, /^gnql: /],
    [{ gnql: '' }, /^gnql: /],
    [{ gnql: 'port:(' }, /\(at \d+–\d+\)$/],
    [{ gnql: `ip:${'1'.repeat(17_000)}` }, /16/],
    [{ gnql: 'path:"a\0b"' }, /U\+0000/],
    [{ gnql: 'path:"\ud800"' }, /surrogate/],
    [{ gnql: 'port:1', name: 'x'.repeat(101) }, /^name: /],
    [{ gnql: 'port:1', name: 'a\nb' }, /^name: /],
    [{ gnql: 'port:1', view: '/../evil' }, /^view: /],
    [{ gnql: 'port:1', view: `?${'x'.repeat(2000)}` }, /^view: /],
    [{ gnql: 'port:1', owner: 'eve' }, /owner/],
  ]
  for (const [of, why] of refused) {
    const [status, words] = await statusAndWords(await ada.json(path, 'POST', of))
    expect([of, status, words]).toEqual([of, 400, expect.stringMatching(why)])
  }
  expect(await list(ada)).toEqual([])
})

test('a browser’s queries are taken over once; what is no query or finds no room is left, with the reason', async () => {
  const ada = await somebody('five@example.org')
  await save(ada, { gnql: 'port:1', name: 'One' })
  const takeOver = async (queries: object[]) => {
    const answer = await ada.json(path, 'PUT', { queries })
    return (await answer.json()) as { left: { gnql: string; message: string }[] }
  }
  const kept = [{ gnql: 'port:(' }, { gnql: 'tor:true', view: '?sort=ip' }, { gnql: 'port:1', name: 'x' }]
  for (let round = 0; round < 2; round += 1)
    expect(await takeOver(kept)).toEqual({
      left: [{ gnql: 'port:(', message: expect.stringMatching(/\(at /) }],
    })
  expect((await list(ada)).map(({ gnql, name }) => [gnql, name]).toSorted()).toEqual([
    ['port:1', 'One'],
    ['tor:true', ''],
  ])
  for (let from = 0; from < 200; from += 50)
    await takeOver(Array.from({ length: 50 }, (_, at) => ({ gnql: `port:${1000 + from + at}` })))
  expect(await list(ada)).toHaveLength(200)
  const full = 'Your account keeps 200 queries. Remove one first.'
  expect(await takeOver([{ gnql: 'port:1' }, { gnql: 'port:7' }])).toEqual({
    left: [{ gnql: 'port:7', message: full }],
  })
  expect(await statusAndWords(await ada.json(path, 'POST', { gnql: 'port:7' }))).toEqual([409, full])
})
