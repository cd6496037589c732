import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { demoRanges } from '#model/demo-networks.ts'
import { sites } from './addresses.ts'
import { demoCaptures } from './captures.ts'
import { behaviours } from './behaviours/all.ts'
import { cast, demoDays, exchangesOf } from './month.ts'
import { syn } from './speak/syn.ts'

const now = Date.parse('2026-03-15T12:34:56Z')
const people = cast()

function digest(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

const within = (address: string, ranges: readonly string[]): boolean => {
  const parsed = ipaddr.parse(address)
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match([network, bits])
  })
}

describe('the demo month', () => {
  test('is played by at least 5,000 addresses of a dozen behaviours, IPv4 and IPv6', () => {
    const addresses = new Set(people.map(({ actor }) => actor.address))
    expect(addresses.size).toBeGreaterThan(5000)
    expect(behaviours.length).toBeGreaterThanOrEqual(12)
    expect([...addresses].filter((address) => address.includes(':')).length).toBeGreaterThan(200)
  })

  test('stays inside documentation, benchmark and reserved ranges on both ends', () => {
    for (const { actor } of people) expect(within(actor.address, demoRanges.shared), actor.address).toBe(true)
    for (const { source, destination } of exchangesOf(people, 3, now)) {
      expect(within(source, demoRanges.shared), source).toBe(true)
      expect(within(destination, [...demoRanges.sensors, '2001:db8::/32']), destination).toBe(true)
    }
  })

  test('holds the address of the first call in README, spreading Mirai in each of the last whole days', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    const [, address] = /curl [^`]*\/v3\/ip\/([\d.]+)/.exec(readme) ?? []
    const itself = people.filter(({ actor }) => actor.address === address)
    const today = Date.parse('2026-03-15T00:00:00Z')
    // Today counts for nothing: a first start just after midnight has next to none of it.
    for (const day of [demoDays - 3, demoDays - 2]) {
      const plays = exchangesOf(itself, day, today).map(({ play }) => play)
      expect(plays.some((play) => play.kind === 'tcp' && play.syn === syn.mirai)).toBe(true)
    }
  })

  test('ends with an outbreak, for the pages that show what is new', () => {
    const active = (day: number) =>
      people.filter(
        ({ behaviour, firstDay, days }) =>
          behaviour.name === 'outbreak' && day >= firstDay && day < firstDay + days,
      ).length
    expect(Array.from({ length: 26 }, (_, day) => active(day))).toEqual(Array(26).fill(0))
    // What a trend asks of two finished days, and an anomaly of yesterday (docs/methods/trend.md, anomaly.md).
    expect(active(27) + active(28)).toBeGreaterThan(2 * 40)
    expect(active(28)).toBeGreaterThan(40)
  })

  test('is a capture a day and sensor, and the last day ends before now', () => {
    const captures = demoCaptures(now)
    expect(new Set(captures.map(({ name }) => name)).size).toBe(demoDays * sites.length)
    expect(captures.at(-1)?.name).toBe('demo-2026-03-15-demo-3')
    expect(
      exchangesOf(people, demoDays - 1, Date.parse('2026-03-15T00:00:00Z'), now).every(({ at }) => at < now),
    ).toBe(true)
  })

  test('gives the same bytes for the same seed and day, and others for another seed', () => {
    const [once, again, other] = [
      demoCaptures(now),
      demoCaptures(now + 60_000),
      demoCaptures(now, 'another'),
    ].map((captures) => captures[20])
    if (!once || !again || !other) throw new Error('a day is missing')
    expect(digest(once.bytes())).toBe(digest(again.bytes()))
    expect(digest(other.bytes())).not.toBe(digest(once.bytes()))
  })
})
