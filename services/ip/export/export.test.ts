import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '#model/budget.ts'
import { ownPlan, visitorPlan } from '#model/entitlements.ts'
import type { ExportFormat } from '#store/analytics/exports/lines.ts'
import type { Shape } from '#store/analytics/exports/shape.ts'
import { dropExport, dropOldExports } from '#store/analytics/exports/quota.ts'
import { alwaysHealthy } from '#store/analytics/health.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { workspaceScope } from '../../scope.ts'
import { queryTasks } from '../../work/tasks.ts'
import { workHere } from '../../work/work.ts'
import { type ExportCtx, ownerOf } from './export-ctx.ts'
import { orderKeyOf } from '#model/ip-order.ts'
import { orderedSlicesOf } from '#store/analytics/exports/ordered.ts'
import { linesOf } from '#store/analytics/exports/slices.ts'
import { addressSql } from '#store/analytics/exports/write.ts'
import { readCursor } from './cursor.ts'
import { exportIps } from './open.ts'
import { takeSnapshot, tooManyToSort } from './snapshot.ts'
import { openLimits } from '#server/limits/limits.ts'
import { callerOf } from '#server/limits/caller.ts'
import { limitTable } from '#server/limits/table.ts'

const shape: Shape = {
  ip: { kind: 'address' },
  facts: {
    organization: { kind: 'text', column: 'organization' },
    hits: { kind: 'number', column: 'sensor_hits' },
  },
}

let analytics: TestAnalytics
let ctx: ExportCtx
let now = Date.now()
let version = 1
const query = 'ip:198.18.0.0/15'

/** The address → its hits, as the store has them. */
const stored = new Map<string, number>()
const put = async (entries: readonly (readonly [string, number | null])[]): Promise<void> => {
  version += 1
  for (const [ip, hits] of entries) {
    if (hits === null) stored.delete(ip)
    else stored.set(ip, hits)
  }
  await analytics.app.insert(
    '{db}.ips',
    entries.map(([ip, hits]) => ({
      ip: `::ffff:${ip}`,
      organization: `Org, "${ip}"`,
      last_seen: Math.floor(now / 1000) - 60,
      sensor_hits: hits ?? 0,
      oldest_day: '2026-11-01',
      version,
      // As refreshes leave them between two consolidations (store/analytics/tables/latest-version.ts).
      generation: version - 2,
      gone: hits === null ? 1 : 0,
    })),
  )
}
const addressAt = (at: number): string => `198.18.${at >> 8}.${at & 255}`

beforeAll(async () => {
  analytics = await openTestAnalytics()
  ctx = {
    analytics,
    clock: () => now,
    secret: new Uint8Array(32).fill(3),
    tags: new Map(),
    work: workHere(queryTasks, { tags: new Map() }),
    budget,
    health: alwaysHealthy,
    lists: { named: async () => ({ named: new Map(), names: [] }), names: async () => [] },
    keeper: '0198c0de-0000-4000-8000-00000000000a',
    place: () => () => undefined,
    scope: workspaceScope(
      { workspace: '0198c0de-0000-4000-8000-00000000000a', keyId: 'k', publish: true },
      ownPlan,
    ),
  }
  await put(Array.from({ length: 500 }, (_, at) => [addressAt(at * 3), at] as const))
})
afterAll(() => analytics.close())

type Asked = Partial<Parameters<typeof exportIps>[1]>
const open = (asked: Asked = {}, as: ExportCtx = ctx) =>
  exportIps(as, { query, format: 'ndjson', shape, signal: new AbortController().signal, ...asked })

async function textOf(opened: Awaited<ReturnType<typeof open>>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of opened.lines) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

interface Line {
  ip: string
  change?: string
  facts?: { hits: number }
}
const parsed = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

const numeric = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

describe('an export', () => {
  test('holds every address that matched exactly once, in order of address', async () => {
    const opened = await open()
    const lines = parsed(await textOf(opened))
    expect(lines.map(({ ip }) => ip)).toEqual([...stored.keys()].sort((a, b) => numeric(a) - numeric(b)))
    expect(new Map(lines.map(({ ip, facts }) => [ip, facts?.hits]))).toEqual(stored)
    expect(opened.total).toBe(stored.size)
  })

  test.each(['csv', 'json', 'ndjson', 'txt'] as ExportFormat[])(
    'continued behind any row gives the same bytes as in one go, whatever happened meanwhile: %s',
    async (format) => {
      const opened = await open({ format })
      const whole = await textOf(opened)
      await put([
        [addressAt(0), 1_000_000 + version],
        [addressAt(3), null],
        [addressAt(1), 7],
        ['198.19.255.255', 9],
      ])
      const lines = whole.split('\n').slice(0, -1)
      expect(lines.length).toBe(opened.total)
      const again = await open({ format, cursor: opened.cursor })
      expect(again.cursor).toBe(opened.cursor)
      expect(await textOf(again)).toBe(whole)
      for (const at of [0, 1, 2, 77, 250, lines.length - 2, lines.length - 1]) {
        const after = /198\.\d+\.\d+\.\d+/.exec(lines[at] ?? '')?.[0] ?? ''
        const rest = await open({ format, cursor: opened.cursor, after })
        expect(rest.total).toBe(opened.total)
        expect(
          lines
            .slice(0, at + 1)
            .map((line) => `${line}\n`)
            .join('') + (await textOf(rest)),
        ).toBe(whole)
      }
    },
  )

  test.each(['last_seen', 'sessions', 'severity'] as const)(
    'in the order of %s holds the same, of equal ones the lower address first, also continued and in slices',
    async (order) => {
      const seen = Math.floor(now / 1000) - 60
      // Few different numbers, so that many addresses stand beside their equals.
      const verdicts = ['benign', 'malicious', 'suspicious', 'unknown'] as const
      const rows = Array.from({ length: 60 }, (_, at) => ({
        ip: `198.51.100.${at}`,
        classification: verdicts[at % 4] ?? 'unknown',
        last_seen: seen - (at % 5),
        sensor_hits: at % 3,
      }))
      version += 1
      await analytics.app.insert(
        '{db}.ips',
        rows.map((row) => ({
          ...row,
          ip: `::ffff:${row.ip}`,
          oldest_day: '2026-11-01',
          version,
          generation: version - 2,
        })),
      )
      const keyed = rows.map(({ ip, last_seen, ...rest }) => ({
        ip,
        key: orderKeyOf({ ...rest, last_seen: new Date(last_seen * 1000).toISOString() }, order),
      }))
      const expected = keyed
        .sort((a, b) => b.key - a.key || numeric(a.ip) - numeric(b.ip))
        .map(({ ip }) => ip)
      const asked = { query: 'ip:198.51.100.0/24', order, format: 'ndjson' } as const
      const opened = await open(asked)
      const whole = await textOf(opened)
      expect(parsed(whole).map(({ ip }) => ip)).toEqual(expected)
      const lines = whole.split('\n').slice(0, -1)
      for (const at of [0, 7, 58, 59]) {
        const rest = await open({ ...asked, cursor: opened.cursor, after: expected[at] ?? '' })
        expect((await textOf(rest)).split('\n').slice(0, -1)).toEqual(lines.slice(at + 1))
      }
      const { snapshot: id, madeAt } = readCursor(opened.cursor, {
        query: asked.query,
        owner: ownerOf(ctx.scope),
        secret: ctx.secret,
      })
      const slices = await orderedSlicesOf(analytics, { id, madeAt }, { order, format: 'txt', bytes: 24 * 7 })
      expect(slices?.length).toBeGreaterThan(7)
      const texts: string[] = []
      for (const slice of slices ?? [])
        for await (const piece of linesOf(analytics, { now: { id, madeAt }, base: null }, slice, {
          sql: addressSql,
          params: {},
        }))
          texts.push(piece.toString())
      expect(texts.join('')).toBe(expected.map((ip) => `${ip}\n`).join(''))
      await expect(open({ ...asked, cursor: opened.cursor, after: '203.0.113.1' })).rejects.toThrow(
        'no such address',
      )
      await expect(open({ ...asked, changesSince: opened.cursor })).rejects.toThrow('order of addresses')
    },
  )

  test('of more addresses than can be sorted is refused before it is copied', async () => {
    await expect(
      takeSnapshot(ctx, { kind: 'all' }, { signal: new AbortController().signal, most: 3 }),
    ).rejects.toThrow('an export holds at most 3')
    expect(tooManyToSort(60_000).message).toContain(
      'A file of 60,000 addresses cannot be sorted, one of 50,000 can',
    )
  })

  test('behind the last address there is, nothing is left', async () => {
    const { cursor } = await open()
    const end = await open({ cursor, after: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' })
    expect(await textOf(end)).toBe('')
  })

  test('of nothing is empty, and a later one is compared with that', async () => {
    const nowhere = 'ip:192.0.2.0/24'
    const opened = await open({ query: nowhere })
    expect([opened.total, await textOf(opened)]).toEqual([0, ''])
    await put([['192.0.2.5', 1]])
    const later = await open({ query: nowhere, changesSince: opened.cursor })
    expect(parsed(await textOf(later))).toMatchObject([{ change: 'new', ip: '192.0.2.5' }])
    await put([['192.0.2.5', null]])
  })
})

describe('changes since an export', () => {
  test('applied to the old rows they give the new ones, time after time', async () => {
    let { cursor, lines } = await open()
    let known = new Map(parsed(await textOf({ lines } as never)).map(({ ip, facts }) => [ip, facts?.hits]))
    let seed = 11
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 5; round++) {
      now += 1000
      const touched = new Set(Array.from({ length: random(60) }, () => addressAt(random(1600))))
      await put([...touched].map((ip) => [ip, random(3) === 0 ? null : random(3)] as const))
      const opened = await open({ changesSince: cursor })
      const text = await textOf(opened)
      const rows = parsed(text)
      expect(rows.length).toBe(opened.total)
      expect(rows.map(({ ip }) => numeric(ip))).toEqual(
        rows.map(({ ip }) => numeric(ip)).sort((a, b) => a - b),
      )
      for (const { ip, change, facts } of rows) {
        expect(known.has(ip), `${change} ${ip}`).toBe(change !== 'new')
        if (change === 'gone') known.delete(ip)
        else known.set(ip, facts?.hits)
        expect(facts === undefined).toBe(change === 'gone')
      }
      expect(known).toEqual(new Map([...stored].filter(([ip]) => ip.startsWith('198.'))))
      // Continued, also these are the same bytes.
      for (const at of [0, rows.length >> 1, rows.length - 1]) {
        const after = rows[at]?.ip
        if (after === undefined) continue
        const head = text
          .split('\n')
          .slice(0, at + 1)
          .map((line) => `${line}\n`)
          .join('')
        expect(head + (await textOf(await open({ cursor: opened.cursor, after })))).toBe(text)
      }
      cursor = opened.cursor
      known = new Map(known)
    }
  })

  test('nothing that happened is nothing told; a fact that differs is told once', async () => {
    const first = await open()
    const quiet = await open({ changesSince: first.cursor })
    expect([quiet.total, await textOf(quiet)]).toEqual([0, ''])
    await put([[addressAt(6), 424_242]])
    const next = await open({ changesSince: quiet.cursor, format: 'txt' })
    expect(await textOf(next)).toBe(`changed\t${addressAt(6)}\n`)
    // A document made anew with the same facts has not changed.
    await put([[addressAt(6), 424_242]])
    expect((await open({ changesSince: next.cursor })).total).toBe(0)
  })
})

describe('a cursor', () => {
  const code = (code: string) => expect.objectContaining({ code })

  test('serves its owner and its query alone', async () => {
    const { cursor } = await open()
    const others: ExportCtx[] = [
      {
        ...ctx,
        scope: workspaceScope(
          {
            workspace: '0198c0de-0000-4000-8000-00000000000b',
            keyId: 'k',
            publish: true,
          },
          ownPlan,
        ),
      },
      { ...ctx, scope: { kind: 'visitor', plan: visitorPlan } },
      { ...ctx, secret: new Uint8Array(32).fill(4) },
    ]
    for (const other of others) {
      await expect(open({ cursor }, other)).rejects.toEqual(code('invalid-cursor'))
      await expect(open({ changesSince: cursor }, other)).rejects.toEqual(code('invalid-cursor'))
    }
    await expect(open({ cursor, query: '*' })).rejects.toThrow('another query')
    for (const garbage of ['', '.', 'a.b', '\0', 'x'.repeat(5000), `${cursor}x.`, cursor.replace(/^./, 'X')])
      await expect(open({ changesSince: garbage || '.' })).rejects.toEqual(code('invalid-cursor'))
  })

  test('continues for a day and compares for thirty', async () => {
    const opened = await open()
    const began = now
    try {
      now = began + 25 * 3_600_000
      await dropOldExports(analytics, now)
      await expect(open({ cursor: opened.cursor })).rejects.toThrow('no longer kept')
      expect((await open({ changesSince: opened.cursor })).total).toBe(0)
      now = began + 31 * 24 * 3_600_000
      await expect(open({ changesSince: opened.cursor })).rejects.toThrow('no longer kept')
    } finally {
      now = began
    }
  })

  test('of a copy that had to leave is refused, not answered with less', async () => {
    const opened = await open()
    const [, , , snapshot] = JSON.parse(
      Buffer.from(opened.cursor.split('.')[0] ?? '', 'base64url').toString(),
    ) as string[]
    await dropExport(analytics, snapshot ?? '')
    await expect(textOf(opened)).rejects.toThrow('vanished')
    await expect(open({ cursor: opened.cursor })).rejects.toEqual(code('invalid-cursor'))
    await expect(open({ changesSince: opened.cursor })).rejects.toEqual(code('invalid-cursor'))
  })

  test('cannot be combined with what contradicts it', async () => {
    const { cursor } = await open()
    await expect(open({ cursor, changesSince: cursor })).rejects.toEqual(code('invalid-input'))
    await expect(open({ after: '198.18.0.1' })).rejects.toEqual(code('invalid-input'))
    await expect(open({ cursor, after: 'nonsense' })).rejects.toEqual(code('invalid-address'))
  })
})

describe('who may export, and how much at once', () => {
  test('every offering but community', async () => {
    const plan = { ...ownPlan, offering: 'community' as const }
    await expect(open({}, { ...ctx, scope: { ...ctx.scope, plan } })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(
      (await open({}, { ...ctx, scope: { ...ctx.scope, plan: { ...plan, offering: 'vip' } } })).total,
    ).toBeGreaterThan(0)
  })

  test('places are taken, refused when there is none, and given back by the end or by hanging up', async () => {
    const workspace = '0198c0de-0000-4000-8000-00000000000c'
    const scope = workspaceScope({ workspace, keyId: 'k', publish: true }, ownPlan)
    const { exports } = openLimits(limitTable)
    const place = () =>
      exports.take(callerOf(scope, '198.51.100.7'), { bytes: () => 0, end: () => undefined })
    const someone: ExportCtx = { ...ctx, scope, keeper: workspace, place }
    const max = limitTable.exports.key
    const hangUp = new AbortController()
    const running = []
    for (let at = 0; at < max; at++) running.push(await open({ signal: hangUp.signal }, someone))
    await expect(open({}, someone)).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 })
    const [finished] = running
    if (finished) await textOf(finished)
    const [one] = [await open({ signal: hangUp.signal }, someone)]
    hangUp.abort()
    await expect(textOf(one)).rejects.toThrow()
    for (let at = 0; at < max; at++) await textOf(await open({}, someone))
  })
})
