import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Session } from '#model/session.ts'
import { captureSpan } from '#packet/span.ts'
import { getDocuments } from '#store/analytics/ips/get.ts'
import { extraData } from '../extra-data.ts'
import { answersFor } from './answers.ts'
import { analytics, compare, now, overTime, sessionsOf, store } from './stored.ts'

const folder = extraData('pcap')

describe('captures of other projects', () => {
  test('say of every field of every source what its entry says', async () => {
    const sessions: Session[] = []
    for (const [place, file] of readdirSync(folder)
      .filter((name) => /\.(pcap|pcapng|cap)$/.test(name))
      .entries()) {
      const content = (): AsyncIterable<Uint8Array> => createReadStream(join(folder, file))
      const span = await captureSpan(content()).catch(() => null)
      if (!span?.lastPacket) continue
      const shiftMs = now - 60_000 - span.lastPacket
      sessions.push(
        ...(await sessionsOf(content, { origin: 'live', sensor: `sensor-${place % 7}`, shiftMs })),
      )
    }
    const known = await store(sessions, answersFor(new Set(sessions.map(({ source }) => source.ip)), now))
    const onlyAnswered = sessions.map(({ source }) => source.ip).filter((ip) => !known.has(ip))
    expect(onlyAnswered.length).toBeGreaterThan(10)
    expect(await getDocuments(analytics, [...new Set(onlyAnswered)])).toEqual([])
    const { found, wrongTags } = await compare(known)
    const wrong = [...found].flatMap(([column, tally]) =>
      tally.wrong.slice(0, 3).map((text) => `${column}: ${text}`),
    )
    const silent = [...found].filter(([, { said }]) => said === 0).map(([column]) => column)
    console.log(`${sessions.length} sessions of ${known.size} sources; nobody says ${silent.join(', ')}`)
    expect(known.size).toBeGreaterThan(500)
    expect(overTime(known).size).toBeGreaterThanOrEqual(5)
    expect(wrongTags.slice(0, 3)).toEqual([])
    expect(wrong).toEqual([])
  })
})
