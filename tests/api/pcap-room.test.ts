import { afterAll, beforeAll, expect, test } from 'vitest'
import { pcapLimits } from '#model/pcap.ts'
import { uuidV7 } from '#store/identifier.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'

let inside: Inside
const [ada, eve] = [browserAt(() => inside.url), browserAt(() => inside.url)]

beforeAll(async () => {
  inside = await openInside()
  for (const [who, email] of [
    [ada, 'ada@example.org'],
    [eve, 'eve@example.org'],
  ] as const) {
    await makePerson(inside, { email })
    await who.signIn(email)
  }
})
afterAll(() => inside.close())

/** A file of that many bytes, as its row says. */
async function kept(workspace: string, bytes: number): Promise<string> {
  const { pcaps } = inside.deps.installation.workspace(workspace)
  const [id, created] = [uuidV7(Date.now()), Date.now()]
  const estimate = { sessions: 1, packets: 1, bytes, captures: 1, readBytes: bytes, seconds: 1 }
  const asked = { from: created - 1000, to: created, sensors: [], query: '*' }
  await pcaps.enter({ id, user: '', ...asked, estimate, created, expires: created + 60_000 })
  await pcaps.finish(id, { state: 'completed', error: '', bytes, file: uuidV7(created), sha256: '' })
  return id
}

test('a workspace whose files take all the room gets no further one until one is removed; others do', async () => {
  const path = '/api/workspace/sensors/pcap'
  const wanted = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() }
  const asked = async (who: typeof ada) => {
    const { code } = (await (await who.json(path, 'POST', wanted)).json()) as { code: string }
    return code
  }
  const { active_workspace: workspace } = await ada.account()
  await kept(workspace, pcapLimits.keptBytes - 1)
  expect(await asked(ada)).toBe('not-found')
  const one = await kept(workspace, 1)
  expect(await asked(ada)).toBe('conflict')
  expect(await asked(eve)).toBe('not-found')
  expect((await ada.ask(`${path}/${one}`, { method: 'DELETE' })).status).toBe(200)
  expect(await asked(ada)).toBe('not-found')
})
