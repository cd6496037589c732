import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { Session } from '#model/session.ts'
import { refreshDocuments } from '../documents/refresh.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { openTestAnalytics } from '../testing.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { exampleHttp, exampleNow, exampleSession } from './example.ts'
import { nativeBlock } from '../query/native/block.ts'
import { readBlock } from '../query/native/read.ts'
import { insertRows } from './insert.ts'
import { countSessions, listSessions } from './list.ts'
import { RowBlock, rowsOfSessions, type SessionRow } from './row.ts'
import { insertSessions, sessionRow } from './testing.ts'
import { scopeOf } from './scope.ts'

let analytics: Analytics

beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const all: Predicate = { kind: 'all' }
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const hostile = [
  String.raw`'; DROP TABLE sessions; --`,
  'quote " back\\slash \t\n\r',
  'nul \u0000 inside',
  Buffer.from(everyByte).toString('latin1'),
  'snow ☃ and 😀',
  '{{where}} {db} {x:String} ${jndi:ldap://x}',
]

/** As a block that was spooled. */
const blockOf = async (some: readonly Session[], columns = sessionColumns): Promise<SessionRow[]> =>
  new RowBlock(readBlock(Buffer.concat(await nativeBlock(some, columns)))).all()

describe('sessions', () => {
  it('come back as they were put in, whatever bytes strangers sent', async () => {
    const session = exampleSession({
      http: exampleHttp(...hostile.map((uri) => ({ uri, path: uri, userAgent: uri }))),
      sourcePayload: everyByte,
      telnet: { lines: hostile },
      workspace: 'hostile',
    })
    await insertSessions(analytics, { sessions: [session], token: 'hostile' })
    const [row] = await analytics.app.run(
      defineQuery({
        name: 'one session whole',
        params: z.object({ id: z.string() }),
        row: z.record(z.string(), z.unknown()),
        sql: `SELECT ${sessionColumns.map(({ name }) => name).join(', ')} FROM {db}.sessions WHERE id = {id: String}`,
      }),
      { id: session.id },
    )
    const sent = Object.fromEntries(
      sessionColumns.map(({ name }, place) => [name, sessionRow(session)[place]]),
    )
    expect(row).toMatchObject({
      http_uri: sent['http_uri'],
      http_useragent: hostile,
      telnet_lines: hostile,
      src_payload: Buffer.from(everyByte).toString('latin1'),
      src_ip: '::ffff:198.51.100.7',
      tcp_sequence: 4_294_967_295,
      icmp_type: null,
      init_rtt: 12.5,
    })
    await refreshDocuments(analytics, { now: exampleNow })
    const [document] = await getDocuments(analytics, ['198.51.100.7'])
    expect(document?.http_path.toSorted()).toEqual(hostile.toSorted())
  })

  it('survive half a surrogate pair as the replacement character', async () => {
    const session = exampleSession({ http: exampleHttp({ userAgent: 'a\ud800b' }), from: '203.0.113.5' })
    await insertSessions(analytics, { sessions: [session], token: 'surrogate' })
    await refreshDocuments(analytics, { now: exampleNow })
    expect((await getDocuments(analytics, ['203.0.113.5']))[0]?.http_useragent).toEqual(['a\ufffdb'])
  })

  it('are read only within their workspace', async () => {
    const sessions = [
      exampleSession({ workspace: 'one', published: false }),
      exampleSession({ workspace: 'two' }),
    ]
    await insertSessions(analytics, { sessions, token: 'scopes' })
    expect(await countSessions(analytics, scopeOf({ workspace: 'one' }), all)).toBe(1)
    const rows = await listSessions(analytics, scopeOf({ workspace: 'two' }), all, { size: 10 })
    expect(rows).toMatchObject([{ id: sessions[1]!.id, src_ip: '198.51.100.7', tags: [] }])
    const other: Predicate = {
      kind: 'or',
      operands: [
        all,
        { kind: 'test', column: { name: 'workspace', shape: 'text' }, test: { op: 'equals', value: 'one' } },
      ],
    }
    expect(await countSessions(analytics, scopeOf({ workspace: 'two' }), other)).toBe(1)
  })

  it('refuse the whole unit when one cannot be stored, and take the others later under the same token', async () => {
    const sessions = [exampleSession({ workspace: 'late' })]
    const bad = Object.assign(exampleSession({ workspace: 'late' }), { ttl: 'many' })
    await expect(insertSessions(analytics, { sessions: [...sessions, bad], token: 'late' })).rejects.toThrow()
    await insertSessions(analytics, { sessions, token: 'late' })
    expect(await countSessions(analytics, scopeOf({ workspace: 'late' }), all)).toBe(1)
  })

  it('stay one unit, and count once, when there are many', async () => {
    const sessions = Array.from({ length: 20_000 }, (_, index) =>
      exampleSession({ workspace: 'many', from: `10.1.${index >> 8}.${index & 255}` }),
    )
    for (let time = 0; time < 2; time++) await insertSessions(analytics, { sessions, token: 'many' })
    expect(await countSessions(analytics, scopeOf({ workspace: 'many' }), all)).toBe(20_000)
    await refreshDocuments(analytics, { now: exampleNow, sliceSize: 7000 })
    const found = await getDocuments(analytics, ['10.1.0.0', '10.1.39.16', '10.1.78.31'])
    expect(found.map(({ sensor_hits }) => sensor_hits)).toEqual([1, 1, 1])
  })

  it('stay one unit, and count once, however they come: of several blocks, with others between, or of none', async () => {
    const sessions = Array.from({ length: 900 }, (_, index) =>
      exampleSession({ workspace: 'blocks', from: `10.2.${index >> 8}.${index & 255}` }),
    )
    const plain = rowsOfSessions(sessions)
    const of = (from: number, to: number) => blockOf(sessions.slice(from, to))
    const mixed = [
      ...(await of(0, 300)),
      ...plain.slice(300, 310),
      ...(await of(310, 330)),
      ...(await of(330, 800)),
      // A part of a block is written anew.
      ...(await of(700, 900)).slice(100),
    ]
    const tagsOf = ({ id }: SessionRow): string[] => [`tag-${Number.parseInt(id.slice(-4), 16) % 5}`]
    for (const rows of [mixed, mixed, plain, await of(0, 900)])
      await insertRows(analytics, { rows, token: 'blocks', tagsOf })
    expect(await countSessions(analytics, scopeOf({ workspace: 'blocks' }), all)).toBe(900)
    const listed = await listSessions(analytics, scopeOf({ workspace: 'blocks' }), all, { size: 900 })
    const tags = new Map(listed.map((row) => [row.id, row.tags]))
    expect(mixed.map((row) => tags.get(row.id))).toEqual(mixed.map(tagsOf))
    await refreshDocuments(analytics, { now: exampleNow })
    const found = await getDocuments(analytics, ['10.2.0.0', '10.2.1.54', '10.2.3.131'])
    expect(found.map(({ sensor_hits }) => sensor_hits)).toEqual([1, 1, 1])
  })

  it('of a block that another release wrote keep what they have, and have nothing in columns it did not know', async () => {
    const sessions = Array.from({ length: 20 }, () => exampleSession({ workspace: 'other release' }))
    const known = sessionColumns.filter(({ name }) => !['ttl', 'handshake', 'http_uri'].includes(name))
    const later = { name: 'of_a_later_release', type: 'String', value: () => 'unknown here' }
    const rows = await blockOf(sessions, [later, ...known.toReversed()])
    expect(rows.map((row) => [row.value('ttl'), row.value('handshake'), row.value('http_uri')])).toEqual(
      rows.map(() => [0, false, []]),
    )
    await insertRows(analytics, { rows, token: 'other release' })
    const listed = await listSessions(analytics, scopeOf({ workspace: 'other release' }), all, { size: 20 })
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(sessions.map(({ id }) => id)))
    expect(listed.map(({ src_ip }) => src_ip)).toEqual(sessions.map(({ source }) => source.ip))
  })
})
