import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnalysisKind, noTotals } from '#model/analysis.ts'
import { removeExpired } from '#services/analysis/remove-expired.ts'
import { removeExpiredPcaps } from '#services/pcap/remove-expired.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import { uuidV7 } from '#store/identifier.ts'
import { call, eventually } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** What is past its time answers as what was removed, also before the job comes to remove it. */

let inside: Inside
let workspace: WorkspaceStore
beforeAll(async () => {
  inside = await openInside()
  const [first] = await inside.deps.installation.workspaces.list()
  workspace = inside.deps.installation.workspace(first!.id)
})
afterAll(() => inside.close())

/** A list that was read, of a day that is over. */
async function expiredList(kind: AnalysisKind, body: string): Promise<string> {
  const base = kind === 'ips' ? '/api/ip/analysis' : '/api/cves/analysis'
  const started = await call(inside, base, { method: 'POST', body })
  const { body: read } = await eventually(
    () => call(inside, `${base}/${String(started.body['uuid'])}`),
    ({ body: { state } }) => state === 'completed',
  )
  const { result, id: _id, ...rest } = (await workspace.analyses.get(String(read['uuid']), Date.now()))!
  const id = uuidV7(Date.now())
  await workspace.analyses.enter({ ...rest, id, name: 'over', input: '', expires: Date.now() - 1 })
  await workspace.analyses.finish(id, { state: 'completed', totals: noTotals, result, error: '' })
  return id
}

/** Status and what is said of it, for each call; what differs from answer to answer is left out. */
const told = (calls: readonly (readonly [method: string, path: string])[]) =>
  Promise.all(
    calls.map(async ([method, path]) => {
      const body = method === 'PATCH' ? { body: JSON.stringify({ name: 'mine' }) } : {}
      const headers = { 'content-type': 'application/json' }
      const answer = await call(inside, path, { method, headers, ...body })
      return [method, path, answer.status, answer.body['code'], answer.body['message']]
    }),
  )

test('a list that is past its time is there for nobody, as when it was removed', async () => {
  const [ips, cves] = [await expiredList('ips', '8.8.8.8'), await expiredList('cves', 'CVE-2021-44228')]
  const calls = [
    ['GET', `/api/ip/analysis/${ips}`],
    ['GET', `/api/ip/analysis/${ips}?export_type=all`],
    ['GET', `/api/ip/analysis/${ips}?export_type=ignored`],
    ['PATCH', `/api/ip/analysis/${ips}`],
    ['POST', `/api/ip/analysis/${ips}/cancel`],
    ['GET', `/v2/analyze/${ips}`],
    ['GET', `/api/cves/analysis/${cves}`],
    ['GET', `/api/cves/analysis/${cves}?export_type=all`],
    ['PATCH', `/api/cves/analysis/${cves}`],
    ['DELETE', `/api/cves/analysis/${cves}`],
  ] as const
  const before = await told(calls)
  expect(before.map(([, , status]) => status)).toEqual(calls.map(() => 404))
  const named = async () => {
    const { status, body } = await call(inside, `/v3/gnql?query=${encodeURIComponent('list:over')}`)
    return [status, body['message']]
  }
  const others = async () => {
    const lists = [await call(inside, '/api/ip/analysis'), await call(inside, '/api/cves/analysis')]
    return lists.map(({ body }) => (body['items'] as { name: string }[]).map(({ name }) => name))
  }
  const [asked, listed] = [await named(), await others()]
  expect(listed).toEqual([['Pasted text'], ['Pasted text']])
  const { installation } = inside.deps
  const due = await installation.analyses.expired({ now: Date.now(), limit: 10 })
  expect(due.map(({ id }) => id).toSorted(), 'the job has not come').toEqual([ips, cves].toSorted())
  await removeExpired(inside.deps)
  expect(await told(calls)).toEqual(before)
  expect([await named(), await others()]).toEqual([asked, listed])
})

test('a file of packets that is past its time is there for nobody, and takes no room', async () => {
  const base = '/api/workspace/sensors/pcap'
  const { files } = inside.deps.pcaps
  const output = await files.reserve()
  await writeFile(output.path, 'packets')
  const [id, now] = [uuidV7(Date.now()), Date.now()]
  const estimate = { sessions: 1, packets: 1, bytes: 7, captures: 1, readBytes: 1, seconds: 1 }
  await workspace.pcaps.enter(
    {
      id,
      user: '',
      from: now - 1000,
      to: now,
      sensors: [],
      query: '*',
      estimate,
      granted: { bytes: 10, sessions: 10 },
      created: now - 1000,
      expires: now - 1,
    },
    () => undefined,
  )
  const file = await output.keep()
  await workspace.pcaps.finish(id, { state: 'completed', error: '', bytes: 7, packets: 1, file, sha256: 's' })
  const calls = [
    ['GET', `${base}/${id}`],
    ['GET', `${base}/${id}/file`],
    ['POST', `${base}/${id}/cancel`],
    ['DELETE', `${base}/${id}`],
  ] as const
  const before = await told(calls)
  expect(before.map(([, , status]) => status)).toEqual(calls.map(() => 404))
  const all = async () => (await call(inside, base)).body
  const listed = await all()
  expect(listed['items']).toEqual([])
  const { installation } = inside.deps
  expect(await installation.pcaps.expired({ now, limit: 10 }), 'the job has not come').toMatchObject([{ id }])
  await removeExpiredPcaps(inside.deps)
  expect(await told(calls)).toEqual(before)
  expect(await all()).toEqual(listed)
})
