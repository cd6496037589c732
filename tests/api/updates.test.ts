import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SourceStatus } from '#model/sources.ts'
import { startJob } from '#server/jobs/runner.ts'
import { openSourceUpdates } from '#server/jobs/source-updates.ts'
import type { Deps } from '#services/context.ts'
import { isTime, refreshSource } from '#services/sources/refresh.ts'
import { writeCtxFor } from '#services/context.ts'
import { removeSource } from '#services/sources/remove.ts'
import { sourceStatuses } from '#services/sources/report.ts'
import { replaceSource } from '#services/sources/import.ts'
import { workspaceScope } from '#services/scope.ts'
import { importPath } from '#sources/import/import-files.ts'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openInside, type Inside } from '../product/inside.ts'

/** Sources that the server fetches by itself, from a mirror of the publishers that this test is. */

let inside: Inside
let deps: Deps
let mirror: Server
let base = ''
let asked: string[] = []
let answer: (path: string) => string | number = () => 404

beforeAll(async () => {
  inside = await openInside()
  deps = inside.deps
  mirror = createServer((request, response) => {
    asked.push(request.url ?? '')
    const said = answer(request.url ?? '')
    if (typeof said === 'number') response.writeHead(said).end()
    else response.end(said)
  })
  await new Promise<void>((ready) => mirror.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`
})
afterAll(async () => {
  mirror.close()
  await inside.close()
})
beforeEach(() => {
  asked = []
})

const carriers = (rows: number): string =>
  `MCC,MNC,ISO,Country,Country Code,Network\n${Array.from({ length: rows }, (_, at) => `202,${at},gr,Greece,30,Carrier ${at}`).join('\n')}\n`
const blacklist = (rows: number): string => Array.from({ length: rows }, (_, at) => `9.8.7.${at}\n`).join('')
const kev = (rows: number): string =>
  JSON.stringify({
    count: rows,
    vulnerabilities: Array.from({ length: rows }, (_, at) => ({
      cveID: `CVE-2024-${1000 + at}`,
      vendorProject: 'A',
      product: 'B',
      vulnerabilityName: 'C',
      dateAdded: '2024-01-02',
      shortDescription: 'D',
      requiredAction: 'E',
      dueDate: '2024-02-02',
    })),
  })
const statusOf = async (name: string): Promise<SourceStatus> => {
  const found = (await sourceStatuses(deps)).find((one) => one.name === name)
  if (!found) throw new Error(`no source ${name}`)
  return found
}
const refresh = (name: string, from = base) =>
  refreshSource(deps, name, { base: from, signal: new AbortController().signal })

test.each([
  ['carrier', carriers, carriers(150).slice(0, -30)],
  ['kev', kev, kev(150).slice(0, -30)],
  ['ipsum', blacklist, '[{"ip":"9.8.7.1"},{"ip":'],
])(
  '%s is fetched whole, and what is broken, empty or suddenly small leaves it as it is',
  async (name, of, cut) => {
    answer = () => of(150)
    expect(await refresh(name)).toEqual({ end: 'imported' })
    const good = await statusOf(name)
    expect(good).toMatchObject({ state: 'imported', rows: 150, from: good.urls, attempt: null })
    for (const poor of [of(20), cut, '', '<html>502</html>\n', '\0'.repeat(9999), 503]) {
      answer = () => poor
      expect(await refresh(name)).toMatchObject({ end: 'refused' })
      const { attempt, ...stands } = await statusOf(name)
      expect(stands).toEqual({
        ...good,
        attempt: undefined,
        ...stands,
        rows: 150,
        importedAt: good.importedAt,
      })
      expect(attempt?.lastError).not.toBe('')
    }
    answer = () => of(160)
    expect(await refresh(name)).toEqual({ end: 'imported' })
    expect(await statusOf(name)).toMatchObject({ rows: 160, attempt: null })
    expect(readdirSync(deps.reference.folder).filter((file) => file.startsWith('fetch-'))).toEqual([])
  },
)

test('a source is due after its interval, tried later after each failure, and what an operator brought is left alone', async () => {
  answer = () => carriers(160)
  await refresh('carrier')
  const hour = 3_600_000
  const fetched = await statusOf('carrier')
  const at = Date.parse(fetched.importedAt)
  expect([isTime(fetched, at + 89 * 24 * hour), isTime(fetched, at + 91 * 24 * hour)]).toEqual([false, true])
  answer = () => 500
  const waits: number[] = []
  for (let times = 0; times < 3; times++) {
    await refresh('carrier')
    const failed = await statusOf('carrier')
    const again = Date.parse(failed.attempt?.again ?? '')
    waits.push((again - Date.parse(failed.attempt?.at ?? '')) / 60_000)
    const late = { ...failed, importedAt: '2020-01-01T00:00:00Z' }
    expect([isTime(late, again - 1), isTime(late, again)]).toEqual([false, true])
  }
  expect(waits).toEqual([15, 30, 60])

  const own = mkdtempSync(join(tmpdir(), 'noisefloor-own-'))
  writeFileSync(join(own, 'mcc-mnc-table.csv'), carriers(170))
  await importPath(own, { folder: deps.reference.folder, force: false, now: Date.UTC(2020, 0) })
  rmSync(own, { recursive: true })
  expect(isTime(await statusOf('carrier'), Date.now())).toBe(false)

  const never = await statusOf('honeypot-probes')
  expect([never.state, isTime(never, Date.now())]).toEqual(['missing', false])
  await replaceSource(deps, { name: 'ipsum', from: ['mine.txt'], force: true, add: false }, [
    (async function* () {
      yield Buffer.from(blacklist(150))
    })(),
  ])
  expect(isTime({ ...(await statusOf('ipsum')), importedAt: '2020-01-01T00:00:00Z' }, Date.now())).toBe(false)
})

test('a list that was fetched and then removed is not fetched again', async () => {
  answer = () => blacklist(150)
  expect(await refresh('ipsum')).toEqual({ end: 'imported' })
  const later = Date.now() + 7 * 24 * 3_600_000
  expect(isTime(await statusOf('ipsum'), later)).toBe(true)
  const scope = workspaceScope({ workspace: 'w', keyId: 'k', publish: true }, deps.plans.own)
  await removeSource(writeCtxFor(deps, { scope }), { name: 'ipsum' })
  const gone = await statusOf('ipsum')
  expect([gone.state, isTime(gone, later)]).toEqual(['missing', false])
})

test('the server fetches what is due without being asked, each once', async () => {
  answer = (path) =>
    path.includes('mcc-mnc') ? carriers(200) : path.includes('known_exploited') ? kev(170) : 404
  const log = pino({ level: 'silent' })
  const updates = openSourceUpdates({ ...deps, log }, log, { mirror: base, intervalMs: 50 })
  const running = startJob(updates.job, { clock: deps.clock, log })
  await vi.waitFor(() => expect(updates.status().lastAt).not.toBe(''), { timeout: 600_000, interval: 50 })
  await running.stop()
  expect(updates.status().state).toBe('on')
  expect(asked.filter((path) => path.includes('epss'))).toHaveLength(1)
  expect(asked.every((path) => !path.includes('ipsum'))).toBe(true)
  expect((await statusOf('vpn')).attempt?.lastError).toContain('status 404')
})

test('without a way out one line says so, two publishers are tried, and nothing else happens', async () => {
  // Another clock: what was tried in the claims before is tried again.
  const clock = (): number => Date.now() + 30 * 24 * 3_600_000
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const updates = openSourceUpdates({ ...deps, clock, log }, log, {
    mirror: 'http://127.0.0.1:2',
    intervalMs: 20,
  })
  const running = startJob(updates.job, { clock, log })
  await vi.waitFor(() => expect(updates.status().state).toBe('offline'), { timeout: 600_000, interval: 20 })
  await new Promise((tick) => setTimeout(tick, 500))
  await running.stop()
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'no publisher of sources can be reached: the data imported last stays in use'],
  ])
  const tried = (await sourceStatuses(deps)).filter(({ attempt }) =>
    attempt?.lastError.includes('ECONNREFUSED'),
  )
  expect(tried).toHaveLength(2)
})
