import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from '#gnql/parse.ts'
import { sessionRegistryOf } from '#gnql/registry/sessions.ts'
import { resolve } from '#gnql/resolve/resolve.ts'
import { allRecorded, recordedProtocols } from '#model/protocols/table.ts'
import type { Conversation, Session } from '#model/session.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { applicationsOf } from '#packet/protocols/applications.ts'
import { protocols } from '#packet/protocols/table.ts'
import { dissected } from '#packet/testing/dissected.ts'
import { client, connection, start } from '#packet/testing/exchange.ts'
import { parseSessionLine, sessionLine } from '#store/analytics/sessions/line.ts'
import { preconditionsIn, knownPreconditions } from '#pipeline/tag/known-preconditions.ts'
import { preconditionsAmong } from '#pipeline/tag/preconditions.ts'
import { runMigrations } from '#store/analytics/migrate/run.ts'
import { migrations } from '#store/analytics/migrations/all.ts'
import { addedColumns } from '#store/analytics/migrations/session-columns.ts'
import { exampleSession } from '#store/analytics/sessions/example.ts'
import { insertSessions } from '#store/analytics/sessions/testing.ts'
import { countSessions } from '#store/analytics/sessions/list.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { sessionColumnsOf } from '#store/analytics/tables/sessions.ts'
import { openTestAnalytics, type TestAnalytics } from '#store/analytics/testing.ts'
import { knock, type KnockSession } from './knock.ts'

/** A protocol is one description: with it in the table, bytes become an answer to a query, and nothing else knows of it. */

const applications = applicationsOf([knock, ...protocols])
const recorded = [...allRecorded, knock.record]
const columns = sessionColumnsOf(recorded)

async function only(
  frames: TimedFrame[],
  known = applications,
): Promise<Conversation & Partial<KnockSession>> {
  const { conversations } = await dissected(pcap(frames), undefined, { applications: known })
  expect(conversations).toHaveLength(1)
  return conversations[0]!
}

const knocking = connection('KNOCK cellar\nKNOCK attic\n', 'OPEN cellar\n', {
  destinationPort: 7777,
  segment: 5,
})
const again = connection('KNOCK cellar\n', '', { destinationPort: 7777, sourceIsn: 50_000, at: start + 1000 })

describe('an invented protocol, given to the dissection as one more entry of the table,', () => {
  test('is recognised, read, and added up over the connections of a flow', async () => {
    const found = await only([...knocking, ...again])
    expect(found.protocols).toEqual(['knock', 'tcp'])
    expect(found.knock).toEqual({ doors: ['cellar', 'attic', 'cellar'], count: 3 })
  })

  test('tells by its first bytes who asked, where a capture began in the middle', async () => {
    const middle = connection('KNOCK cellar\n', 'OPEN cellar\n', { sourcePort: 7777, midStream: true })
    const [asked, answered, ...ending] = middle.map(({ frame }) => frame)
    const fromServer = [answered!, asked!, ...ending].map((frame, at) => ({ at: start + at, frame }))
    const { source, direction, knock: facts } = await only(fromServer)
    expect({ source: source.ip, direction, facts }).toEqual({
      source: client,
      direction: 'request',
      facts: { doors: ['cellar'], count: 1 },
    })
  })

  test('is nothing to those who do not know it, and changes nothing where it is not spoken', async () => {
    const { knock: unknown, ...rest } = await only(knocking, applicationsOf(protocols))
    expect(unknown).toBeUndefined()
    expect(rest.protocols).toEqual(['tcp'])
    const telnet = connection('root\r\nadmin\r\n', 'login: ', { destinationPort: 23 })
    const { knock: silent, ...same } = await only(telnet)
    expect(silent).toBeNull()
    expect(same).toEqual(await only(telnet, applicationsOf(protocols)))
  })
})

test('what shows that it was spoken is a precondition of the rules that ask for it', () => {
  const known = preconditionsIn({ ...recordedProtocols, knock: knock.record })
  const registry = sessionRegistryOf(recorded)
  const needed = (query: string) =>
    preconditionsAmong(known)(resolve(parse(query).tree, { registry, now: start }).predicate)
  expect([...needed('knock.door:attic')]).toEqual(['knock', 'spoken'])
  expect([...needed('knock.door:attic OR ssh.version:*go*')]).toEqual(['spoken'])
  expect([...needed('knock.count:0')]).toEqual([])
  expect(known.names.filter((name) => name === 'knock')).toEqual(['knock'])
  const { spoken, ...others } = knownPreconditions.sql
  expect(known.sql).toMatchObject({ ...others, knock: 'knock_count > 0' })
  expect(known.sql.spoken).toBe(spoken.replace(/\)$/, ' OR knock_count > 0)'))
})

describe('what sessions record of it', () => {
  let analytics: TestAnalytics
  beforeAll(async () => {
    analytics = await openTestAnalytics()
  })
  afterAll(() => analytics.close())

  const session = async (): Promise<Session> => {
    const spooled = sessionLine({ ...exampleSession(), ...(await only([...knocking, ...again])) })
    return parseSessionLine(spooled)
  }
  const count = (query: string): Promise<number> => {
    const registry = sessionRegistryOf(recorded)
    const { predicate, diagnostics } = resolve(parse(query).tree, { registry, now: start })
    expect(diagnostics).toEqual([])
    return countSessions(analytics, scopeOf({ workspace: exampleSession().workspace }), predicate)
  }

  test('becomes columns of the sessions table, and fields that queries ask for', async () => {
    // A session of before: the columns come later.
    await insertSessions(analytics, { sessions: [exampleSession()], token: 'before' })
    const known = new Set(migrations.map(({ name }) => name))
    const added = addedColumns(columns).filter(({ name }) => !known.has(name))
    expect(added.map(({ name }) => name)).toEqual(['sessions.knock_door', 'sessions.knock_count'])
    const all = [...migrations, ...added]
    expect(await runMigrations(analytics, all)).toBe(added.flatMap(({ statements }) => statements).length)
    expect(await runMigrations(analytics, all)).toBe(0)

    const of = await session()
    const row = Object.fromEntries(columns.map(({ name, value }) => [name, value(of)]))
    await analytics.migrator.insert(`{db}.sessions (${Object.keys(row).join(', ')})`, [row])
    expect(await count('knock.door:ATTIC')).toBe(1)
    expect(await count('knock.count:>2 knock_door:cell*')).toBe(1)
    expect(await count('knock.count:0')).toBe(1)
    expect(await count('protocols:knock')).toBe(1)
  })
})
