import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ownPlan } from '#model/entitlements.ts'
import { writeCtxFor } from '#services/context.ts'
import { allChanges } from '#services/operator/changes.ts'
import { workspaceScope } from '#services/scope.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { root } from '../product/start.ts'

/** The audit log as its operator takes it away: whole, in one order, also over connections that break. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-audit-log-'))
const now = Date.now()
const rows = 1203
let inside: Inside
let key: string

beforeAll(async () => {
  inside = await openInside()
  key = readFileSync(join(inside.dataFolder, 'local-key'), 'utf8').trim()
  // All in one millisecond: that alone orders nothing.
  for (let count = 0; count < rows; count += 1) await record(`act ${count}`, count % 2 ? 'ours' : 'theirs')
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

const record = (act: string, workspace: string, before = '', at = now) =>
  inside.deps.installation.accounts.record({
    workspace,
    actor: 'server',
    act,
    subject: '',
    before,
    after: '',
    address: '',
    at,
  })
const words = (...given: string[]) => [join(root, 'cli/main.ts'), 'audit', ...given, '--key', key]
const run = async (...given: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, words('--url', inside.url, ...given))).stdout
interface Row {
  id: string
  act: string
}
const rowsIn = (text: string): Row[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Row)))
const asked = async (search: string) => {
  const answer = await fetch(new URL(`/api/operator/changes?${search}`, inside.url), { headers: { key } })
  return { status: answer.status, rows: answer.ok ? rowsIn(await answer.text()) : [] }
}

test('every row comes once, in one order that is the same each time, with all its members', async () => {
  const { rows: all } = await asked('')
  const ids = all.map(({ id }) => id)
  expect(all).toHaveLength(rows)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  expect((await asked('')).rows).toEqual(all)
  for (const row of all)
    expect(Object.keys(row).toSorted()).toEqual(
      ['act', 'actor', 'address', 'after', 'at', 'before', 'id', 'subject', 'workspace'].toSorted(),
    )
  const ours = (await asked('workspace=ours')).rows
  expect(ours.map(({ id }) => id)).toEqual(
    all.filter(({ act }) => Number(act.slice(4)) % 2).map(({ id }) => id),
  )
})

test('pages behind a cursor are the whole, and what is no cursor is refused', async () => {
  const { rows: all } = await asked('')
  const paged: Row[] = []
  for (let after = ''; ;) {
    const page = (await asked(`limit=501${after && `&after=${after}`}`)).rows
    paged.push(...page)
    after = page.at(-1)?.id ?? ''
    if (page.length < 501) break
  }
  expect(paged).toEqual(all)
  for (const wrong of ['after=%00', "after=' OR 1=1", 'limit=0', 'limit=1e9', 'workspace=%00', 'since=x'])
    expect([wrong, (await asked(wrong)).status]).toEqual([wrong, 400])
})

test('a page is read when it is wanted: what was written meanwhile is at its end', async () => {
  const of = { workspace: 'w', keyId: 'k', publish: true, isServers: true }
  const ctx = writeCtxFor(inside.deps, { scope: workspaceScope(of, ownPlan) })
  const acts: string[] = []
  let pages = 0
  for await (const page of await allChanges(ctx, { workspace: undefined, since: 0 })) {
    acts.push(...page.map(({ act }) => act))
    pages += 1
    if (pages === 1) await record('meanwhile', 'ours', '', now + 1)
  }
  expect([pages, acts.length, acts.at(-1)]).toEqual([3, rows + 1, 'meanwhile'])
})

test('names that end lines or paint on the terminal are shown as text, a row a line', async () => {
  await record('workspace.rename', 'odd', 'two\u2028lines\nand \u001B[31mred\u202E', now + 2)
  const text = await run('list', '--workspace', 'odd')
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(text).toContain(String.raw`two\u{2028}lines\u{a}and \u{1b}[31mred\u{202e}`)
  const json = await run('list', '--workspace', 'odd', '--json')
  expect(json.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
  expect(JSON.parse(json)).toMatchObject({ before: 'two\u2028lines\nand \u001B[31mred\u202E' })
})

test('an export over a connection that breaks off goes on behind the last row, and is whole', async () => {
  const requests: string[] = []
  const url = await proxy((path) => (requests.push(path) === 1 ? 60_000 : Infinity))
  const out = join(folder, 'log.ndjson')
  const args = words('export', '-o', out, '--workspace', 'theirs', '--url', url)
  const { stderr } = await promisify(execFile)(process.execPath, args)
  expect(stderr).toBe(`${out}: 602 changes\n`)
  expect(requests).toHaveLength(2)
  expect(requests[1]).toMatch(/workspace=theirs&after=[\w-]{36}$/)
  expect(rowsIn(readFileSync(out, 'utf8'))).toEqual((await asked('workspace=theirs')).rows)
})

test('an export that cannot be made leaves the file of before, and nothing beside it', async () => {
  const out = join(folder, 'kept.ndjson')
  writeFileSync(out, 'before\n')
  await expect(run('export', '-o', out, '--since', 'yesterday')).rejects.toMatchObject({
    code: 3,
    message: expect.stringContaining('since: expected a day or a moment: 2026-11-30 or 2026-11-30T12:00:00Z'),
  })
  expect(readFileSync(out, 'utf8')).toBe('before\n')
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  await expect(run('export', '-o', join(folder, 'nowhere', 'x'))).rejects.toMatchObject({ code: 1 })
  for (const wrong of [['export'], ['list', 'x'], ['drop']])
    await expect(run(...wrong)).rejects.toMatchObject({ code: 2 })
})

test('a list of nothing says so beside it', async () => {
  const none = promisify(execFile)(
    process.execPath,
    words('--url', inside.url, 'list', '--workspace', 'nobody'),
  )
  expect(await none).toEqual({ stdout: '', stderr: 'No change fits.\n' })
})

test('who has seen enough of a list leaves without a complaint', async () => {
  const child = spawn(process.execPath, words('list', '--url', inside.url))
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = (await once(child, 'close')) as [number]
  expect([code, complaint]).toEqual([0, ''])
})

/** Between the command line and the server: cuts an answer after so many bytes. */
async function proxy(bytesOf: (path: string) => number): Promise<string> {
  const server: Server = createServer((incoming, outgoing) => {
    const pass = async (): Promise<void> => {
      let left = bytesOf(incoming.url ?? '')
      const answer = await fetch(new URL(incoming.url ?? '', inside.url), { headers: { key } })
      outgoing.writeHead(answer.status)
      for await (const piece of answer.body ?? []) {
        const bytes = piece as Uint8Array
        outgoing.write(bytes.subarray(0, left))
        left -= bytes.length
        if (left > 0) continue
        // What was written is sent first.
        setTimeout(() => outgoing.destroy(), 100)
        return
      }
      outgoing.end()
    }
    pass().catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
