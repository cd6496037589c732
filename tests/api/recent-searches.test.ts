import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** What an account searched for lately, as its browsers meet it. */

let inside: Inside
const path = '/api/user/searches'

beforeAll(async () => {
  inside = await openInside()
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  return signedIn(email)
}
async function signedIn(email: string): Promise<AccountBrowser> {
  const who = browserAt(() => inside.url)
  await who.signIn(email)
  return who
}
interface Kept {
  id: string
  dataset: string
  text: string
}
const list = async (who: AccountBrowser): Promise<Kept[]> =>
  ((await (await who.ask(path)).json()) as { searches: Kept[] }).searches
const texts = async (who: AccountBrowser) => (await list(who)).map(({ text }) => text)
const remember = (who: AccountBrowser, ...searches: object[]) => who.json(path, 'PUT', { searches })
const ofIps = (text: string) => ({ dataset: 'ips', text })

test('searches are seen in another browser of the account, and forgotten there one by one or all', async () => {
  const ada = await somebody('one@example.org')
  expect((await remember(ada, ofIps('tor:true'), ofIps(' port:23 '))).status).toBe(200)
  await remember(ada, { dataset: 'tags', text: 'mirai' })
  const elsewhere = await signedIn('one@example.org')
  expect(await texts(elsewhere)).toEqual(['mirai', 'tor:true', 'port:23'])
  const [first] = await list(elsewhere)
  expect((await elsewhere.ask(`${path}/${first?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await elsewhere.ask(`${path}/${first?.id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await texts(ada)).toEqual(['tor:true', 'port:23'])
  expect((await ada.ask(path, { method: 'DELETE' })).status).toBe(200)
  expect(await texts(elsewhere)).toEqual([])
})

test('eight are kept; what is too long, empty or of no dataset is refused', async () => {
  const ada = await somebody('two@example.org')
  for (const at of [1, 2]) {
    const searches = Array.from({ length: 8 }, (_, place) => ofIps(`port:${at}${place}`))
    expect((await remember(ada, ...searches)).status).toBe(200)
  }
  expect(await texts(ada)).toEqual(Array.from({ length: 8 }, (_, place) => `port:2${place}`))
  for (const wrong of [
    ofIps(''),
    ofIps('x'.repeat(501)),
    ofIps('\0'),
    ofIps('\ud800'),
    { dataset: 'sensors', text: 'a' },
    { dataset: 'ips', text: 'a', user: 'eve' },
  ])
    expect([wrong, (await remember(ada, wrong)).status]).toEqual([wrong, 400])
  expect((await remember(ada)).status).toBe(400)
  expect(await texts(ada)).toHaveLength(8)
})
