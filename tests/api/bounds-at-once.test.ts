import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidV7 } from '#store/identifier.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'

/** What may be there at most, asked for by many at once. */

let inside: Inside
const browser = browserAt(() => inside.url)

beforeAll(async () => {
  inside = await openInside({}, {})
  await makePerson(inside, { email: 'new@example.org' })
  await browser.signIn('new@example.org')
})
afterAll(() => inside.close())

/** How often each status came, of so many calls at once. */
async function statuses(count: number, call: (nth: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, nth) => call(nth)))
  const byStatus = Object.groupBy(answers, ({ status }) => status)
  return Object.fromEntries(Object.entries(byStatus).map(([status, all = []]) => [status, all.length]))
}

describe('of many at once', () => {
  test('no more named keys are made than there may be, and one of each name', async () => {
    const make = (name: string) => browser.json('/api/workspace/keys', 'POST', { name, scopes: ['read'] })
    expect(await statuses(10, () => make('same'))).toEqual({ 200: 1, 409: 9 })
    for (let nth = 1; nth < 45; nth++) expect((await make(`one by one ${nth}`)).status).toBe(200)
    expect(await statuses(20, (nth) => make(`at once ${nth}`))).toEqual({ 200: 5, 409: 15 })
  })

  test('no more lists wait than may', async () => {
    const { active_workspace: workspace } = await browser.account()
    const { analyses } = inside.deps.installation.workspace(workspace)
    const later = Date.now() + 3_600_000
    for (let nth = 0; nth < 45; nth++)
      await analyses.enter({
        id: uuidV7(later),
        user: 'u',
        kind: 'ips',
        name: 'waits',
        fileName: '',
        bytes: 1,
        input: '',
        shared: false,
        created: later,
        expires: later,
      })
    // Nothing reads what comes meanwhile: it is not there before all of them have been answered.
    const { take } = inside.deps.installation.tasks
    inside.deps.installation.tasks.take = async () => []
    const send = () => browser.ask('/api/ip/analysis', { method: 'POST', body: '8.8.8.8' })
    expect(await statuses(15, send)).toEqual({ 200: 5, 503: 10 })
    inside.deps.installation.tasks.take = take
    const files: string[] = []
    for await (const file of inside.deps.analyses.files.ids()) files.push(file)
    // What was refused left nothing behind.
    expect(files).toHaveLength(5)
  })

  test('no more invitations wait than may, and one of each address', async () => {
    const { active_workspace: workspace, user } = await browser.account()
    const { people } = inside.deps.installation.workspace(workspace)
    const invite = (email: string) => browser.json('/api/workspace/invites', 'POST', { email })
    expect(await statuses(3, () => invite('same@example.org'))).toEqual({ 200: 3 })
    const now = Date.now()
    expect(await people.invites(now)).toHaveLength(1)
    for (let nth = 1; nth < 95; nth++)
      await people.invite({
        email: `one-by-one-${nth}@example.org`,
        inviter: user.user_id,
        now,
        expires: now + 3_600_000,
      })
    // None is kept before all of them were found to have room.
    const { attempts } = inside.deps
    const { begin } = attempts
    const all = Promise.withResolvers<void>()
    let come = 0
    attempts.begin = async (of) => {
      come += 1
      if (come === 15) all.resolve()
      await all.promise
      return begin(of)
    }
    expect(await statuses(15, (nth) => invite(`at-once-${nth}@example.org`))).toEqual({ 200: 5, 429: 10 })
    attempts.begin = begin
    expect(await people.invites(now)).toHaveLength(100)
  })

  test('no more workspaces are made than somebody may own', async () => {
    const make = () => browser.json('/api/user/workspaces', 'POST', { name: 'One more' })
    for (let own = 1; own < 15; own++) expect((await make()).status).toBe(200)
    expect(await statuses(12, make)).toEqual({ 200: 5, 409: 7 })
  })
})
