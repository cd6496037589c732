import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TcpFacts } from '#model/session.ts'
import { getDocuments } from '../ips/get.ts'
import type { Analytics } from '../open.ts'
import { exampleNow, exampleSession } from '../sessions/example.ts'
import { insertSessions } from '../sessions/testing.ts'
import { openTestAnalytics } from '../testing.ts'
import { refreshDocuments } from './refresh.ts'

let analytics: Analytics
beforeAll(async () => {
  analytics = await openTestAnalytics()
})
afterAll(() => analytics.close())

const opening = (options: string): TcpFacts => ({
  flags: { syn: 1, synAck: 0, ack: 0, psh: 0, rst: 0, fin: 0, urg: 0 },
  handshake: false,
  initRtt: null,
  sequence: 1,
  window: 1024,
  options,
  sequenceIsDestination: false,
  masscanId: false,
})

async function osOf(
  from: string,
  openings: [options: string, ttl: number, times: number][],
): Promise<string | undefined> {
  const sessions = openings.flatMap(([options, ttl, times], row) =>
    Array.from({ length: times }, (_, at) =>
      exampleSession({
        from,
        ttl,
        tcp: opening(options),
        id: `${row}${at}`.padStart(32, '0'),
        firstPacket: exampleNow - 1000 - at,
      }),
    ),
  )
  await insertSessions(analytics, { sessions, token: from })
  await refreshDocuments(analytics, { now: exampleNow })
  return (await getDocuments(analytics, [from]))[0]?.os
}

test('the worked example of docs/methods/os.md: twelve Linux connections outweigh 300 bare SYNs', async () => {
  expect(
    await osOf('198.51.100.40', [
      ['2-4-8-1-3', 51, 12],
      ['', 241, 300],
    ]),
  ).toBe('Linux')
})

test('the same options from farther up mean another stack, and no options mean none', async () => {
  expect(await osOf('198.51.100.41', [['2-4-8-1-3', 113, 1]])).toBe('Windows')
  expect(await osOf('198.51.100.42', [['2-1-3-1-1-4', 128, 1]])).toBe('Windows')
  expect(await osOf('198.51.100.43', [['2-1-3-1-1-8-4-0', 60, 1]])).toBe('macOS')
  expect(await osOf('198.51.100.44', [['', 54, 5]])).toBe('')
})
