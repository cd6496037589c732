import { expect, test } from 'vitest'
import type { ListeningPort } from './decoys/interface.ts'
import { OpenAgain } from './open-again.ts'

const port = (error: string | null): ListeningPort => ({
  port: 80,
  transport: 'tcp',
  protocol: 'http',
  error,
})
const here = ['192.0.2.1']

test('a port that could not be opened is tried again, after pauses that grow to a minute', () => {
  const again = new OpenAgain()
  const pauses: number[] = []
  let now = 0
  for (let tried = 0; pauses.length < 6; now += 500) {
    if (now > 0 && !again.isDue(here, now)) continue
    if (now > 0) pauses.push(now - tried)
    tried = now
    again.opened([port(null), port('EADDRINUSE')], here, now)
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  again.reset()
  again.opened([port('EADDRINUSE')], here, now)
  expect(again.isDue(here, now + 5000)).toBe(true)
  again.opened([port(null)], here, now)
  expect(again.isDue(here, now + 1e9)).toBe(false)
})

test('where the host has other addresses ports are opened again, once those were seen twice', () => {
  const again = new OpenAgain()
  again.opened([port(null)], here, 0)
  expect([1, 2].map((now) => again.isDue(here, now))).toEqual([false, false])
  const there = [...here, '2001:db8::1']
  expect(again.isDue(there, 3)).toBe(false)
  expect(again.isDue(there, 4)).toBe(true)
  again.opened([port(null)], there, 4)
  expect(again.isDue(there, 5)).toBe(false)
})
