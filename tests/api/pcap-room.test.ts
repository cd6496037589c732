import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { grantedBy, megabyte, usualPcaps } from '#model/pcap.ts'
import { uuidV7 } from '#store/identifier.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'

/** What a plan gives of files of packets: Ada and Eve have the usual one, Vic a small one. */

const path = '/api/workspace/sensors/pcap'
const now = Date.now()
const wanted = { from: new Date(now - 600_000).toISOString(), to: new Date(now).toISOString() }
const small = { fileSize: 1, sessions: 1, atOnce: 2, keptSize: 1, keptDays: 2 }
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-pcap-room-'))

let inside: Inside
const [ada, eve, vic] = [
  browserAt(() => inside.url),
  browserAt(() => inside.url),
  browserAt(() => inside.url),
]

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.yaml')
  writeFileSync(PLANS_FILE, JSON.stringify({ offerings: { vip: { pcaps: small } } }))
  inside = await openInside({ PLANS_FILE })
  for (const [who, email, offering] of [
    [ada, 'ada@example.org', 'enterprise'],
    [eve, 'eve@example.org', 'enterprise'],
    [vic, 'vic@example.org', 'vip'],
  ] as const) {
    await makePerson(inside, { email, offering })
    await who.signIn(email)
  }
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A file of that many bytes, as its row says. */
async function kept(workspace: string, bytes: number): Promise<string> {
  const { pcaps } = inside.deps.installation.workspace(workspace)
  const [id, created] = [uuidV7(Date.now()), Date.now()]
  const estimate = { sessions: 1, packets: 1, bytes, captures: 1, readBytes: bytes, seconds: 1 }
  const asked = { from: created - 1000, to: created, sensors: [], query: '*' }
  const granted = grantedBy(usualPcaps)
  const entered = { id, user: '', ...asked, estimate, granted, created, expires: created + 60_000 }
  await pcaps.enter(entered, () => undefined)
  await pcaps.finish(id, { state: 'completed', error: '', bytes, file: uuidV7(created), sha256: '' })
  return id
}

type Who = typeof ada
const asked = async (who: Who, query = '*') =>
  (await (await who.json(path, 'POST', { ...wanted, query })).json()) as Record<string, string>

/** The page as it is read: without what React puts between pieces of text. */
const page = async (who: Who, address = '/sensors/pcaps') =>
  (await (await who.ask(address, { headers: { accept: 'text/html' } })).text()).replaceAll('<!-- -->', '')

test('a workspace whose files take all the room gets no further one until one is removed; others do', async () => {
  const { active_workspace: workspace } = await ada.account()
  await kept(workspace, usualPcaps.keptSize * megabyte - 1)
  expect((await asked(ada))['code']).toBe('not-found')
  const one = await kept(workspace, 1)
  expect(await asked(ada)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('take 8000 MB of the 8000 MB of your plan'),
  })
  expect((await asked(eve))['code']).toBe('not-found')
  expect((await ada.ask(`${path}/${one}`, { method: 'DELETE' })).status).toBe(200)
  expect((await asked(ada))['code']).toBe('not-found')
})

test('a file, its days and the room of all are as the plan says, and the page and the list tell them', async () => {
  const { active_workspace: workspace } = await vic.account()
  const at = now - 60_000
  const capture = captureOf([1, 2].map((n) => webVisit(`198.18.9.${n}`, { uri: `/${n}` }, at + n)))
  const { installation } = inside.deps
  const { secret: key } = await installation.keys.create({ workspace, now: at })
  const sent = await fetch(new URL('/api/ingest/captures', inside.url), {
    method: 'POST',
    headers: { key },
    body: new Uint8Array(capture),
  })
  expect(sent.status).toBe(200)
  await inside.deps.drained()
  expect(await asked(vic)).toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('of 2 sessions; your plan allows 1 MB of 1 a file'),
  })
  const estimated = await page(vic, `/sensors/pcaps?from=${wanted.from.slice(0, 16)}`)
  expect(estimated).toContain(
    'Your plan allows 1 MB of 1 session a file, 2 files at once, and 1 MB in all for 2 days',
  )
  expect(estimated).not.toContain('Request this file')

  const one = 'source.ip:198.18.9.1'
  const made = await asked(vic, one)
  expect(made['state']).toBe('queued')
  expect(Date.parse(made['expires'] ?? '') - Date.parse(made['created'] ?? '')).toBe(2 * 86_400_000)
  const list = async () =>
    (await (await vic.ask(path)).json()) as { items: { state: string; bytes: number }[]; room: object }
  await vi.waitFor(async () => expect((await list()).items[0]?.state).toBe('completed'), 60_000)

  await kept(workspace, megabyte - ((await list()).items[0]?.bytes ?? 0) - 100)
  expect((await list()).room).toMatchObject({ file_size: 1, kept_days: 2, use: { open: 0 } })
  expect(await asked(vic, one)).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /take 1 MB of the 1 MB of your plan, and this one would take about 1 MB more/,
    ),
  })
  expect(await page(vic, `/sensors/pcaps?from=${wanted.from.slice(0, 16)}&query=${one}`)).toContain(
    'which leaves too little for this one',
  )
})
