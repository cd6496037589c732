import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadProfiles } from '#profiles/load.ts'
import { type Opened, opened, profileOf, talkTo } from './testing/opened.ts'

const profiles = loadProfiles()
let open: Opened
beforeAll(async () => {
  open = await opened(profileOf([{ port: 80, protocol: 'http' }]))
})
afterAll(() => open.decoys.close())

/** Where Linux says which ports it gives to whoever connects without naming one (ip-sysctl); elsewhere it is RFC 6335's range. */
const told = '/proc/sys/net/ipv4/ip_local_port_range'
function isGivenToAny(port: number): boolean {
  const range = existsSync(told) ? readFileSync(told, 'utf8') : '49152 65535'
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number)
  return port >= first && port <= last
}

it('every shipped profile can be worn, one after the other', async () => {
  for (const profile of profiles) {
    const listening = await open.apply(profile)
    const failed = listening.filter(({ error }) => error !== null)
    // Ports of others on this machine are theirs. What the system gives to any program may be many of a profile with thousands.
    expect(
      failed.filter(({ error }) => !error!.includes('EADDRINUSE')),
      profile.id,
    ).toEqual([])
    const lasting = failed.filter(({ port }) => !isGivenToAny(open.at(port)))
    expect(lasting.length, profile.id).toBeLessThanOrEqual(3)
    expect(failed.length, profile.id).toBeLessThanOrEqual(Math.max(3, listening.length / 10))
  }
})

it('what a profile says of its pages is what a scanner sees', async () => {
  await open.apply(profiles.find(({ id }) => id === 'ci-server')!)
  const page = await talkTo(open.at(8080), 'GET / HTTP/1.0\r\n\r\n')
  expect(page).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(page).toContain('X-Jenkins: 2.319.1')
  expect(page).toContain('Dashboard [Jenkins]')
})
