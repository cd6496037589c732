import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { removeMarked } from '#services/pcap/remove-marked.ts'
import { removePackets } from '#services/pcap/remove-packets.ts'
import { listSessions, type ListedSession } from '#store/analytics/sessions/list.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import { uuidV7 } from '#store/identifier.ts'
import { captureOf, webVisit } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** How long, and how much of them, packets are kept. */

let inside: Inside
let workspace: WorkspaceStore
let sessions: ListedSession[] = []
const days = 90

beforeAll(async () => {
  inside = await openInside()
  const { installation, analytics } = inside.deps
  const [{ id } = { id: '' }] = await installation.workspaces.list()
  workspace = installation.workspace(id)
  const key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  for (const n of [1, 2, 3]) {
    const at = Date.now() - 60_000 * n
    const sent = await fetch(new URL('/api/ingest/captures', inside.url), {
      method: 'POST',
      headers: { key },
      body: new Uint8Array(captureOf([webVisit(`198.18.5.${n}`, { uri: `/${n}` }, at)])),
    })
    expect(sent.status).toBe(200)
  }
  await vi.waitFor(async () => {
    sessions = await listSessions(analytics, scopeOf({ workspace: id }), { kind: 'all' }, { size: 9 })
    expect(sessions).toHaveLength(3)
  }, 600_000)
})
afterAll(() => inside.close())

const contents = async (): Promise<string[]> => {
  const ids: string[] = []
  for await (const id of inside.deps.files.ids()) ids.push(id)
  return ids.toSorted()
}
/** Ids begin with the time: the first is the oldest. */
const captures = (): string[] => sessions.map(({ capture }) => capture).toSorted()

test('within the bounds nothing goes', async () => {
  expect(await removePackets(inside.deps, { days, bytes: null })).toBe(false)
  expect(await contents()).toEqual(captures())
  expect((await workspace.packets.kept()).captures).toBe(3)
})

test('of more bytes than a workspace may keep the oldest captures go; their sessions stay, and say so', async () => {
  const { bytes } = await workspace.packets.kept()
  await removePackets(inside.deps, { days, bytes: bytes - 1 })
  expect(await contents()).toEqual(captures().slice(1))
  expect(await workspace.packets.kept()).toMatchObject({ captures: 2 })
  const key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  const statuses = await Promise.all(
    sessions
      .toSorted((a, b) => (a.capture < b.capture ? -1 : 1))
      .map(async ({ id }) => {
        const answer = await fetch(new URL(`/api/workspace/sessions/${id}/export`, inside.url), {
          headers: { key },
        })
        const text = await answer.text()
        return answer.status === 404 ? text.includes('no longer kept') : answer.status
      }),
  )
  expect(statuses).toEqual([true, 200, 200])
})

test('what another server said is gone goes on this one too, and nothing else', async () => {
  const [, second = '', third = ''] = captures()
  await removeMarked(inside.deps)
  expect(await contents()).toEqual([second, third])
  // One that has another disk.
  const elsewhere = { ...inside.deps, files: { ...inside.deps.files, remove: async () => undefined } }
  const { bytes } = await workspace.packets.kept()
  await removePackets(elsewhere, { days, bytes: bytes - 1 })
  expect(await contents()).toEqual([second, third])
  await removeMarked(inside.deps)
  expect(await contents()).toEqual([third])
})

test('past their days all go, and the audit does not take it for a loss', async () => {
  const clock = (): number => Date.now() + (days + 1) * 86_400_000
  await removePackets({ ...inside.deps, clock }, { days, bytes: null })
  expect(await contents()).toEqual([])
  expect(await workspace.packets.kept()).toEqual({ captures: 0, bytes: 0, oldest: null })
  expect(inside.logged).toEqual([])
})

test('rows of what sensors sent go once their sessions have left, those of uploads stay', async () => {
  const { installation } = inside.deps
  const [first = ''] = captures()
  const upload = await installation.captures.get(first)
  if (!upload) throw new Error('The first capture has no row.')
  const removedLong = uuidV7(1)
  const kept = uuidV7(2)
  for (const id of [removedLong, kept])
    await installation.captures.enter({ ...upload, id, batch: `sensor:s:${id}`, created: 1 })
  await workspace.packets.markRemoved([removedLong, first], Date.now())
  expect(await installation.captures.removeForgotten(1)).toBe(0)
  expect(await installation.captures.removeForgotten(Date.now() + 1)).toBe(1)
  expect(await installation.captures.known([removedLong, kept, first])).toEqual([kept, first].toSorted())
  expect(await installation.captures.removed([removedLong, first])).toEqual([first])
})
