import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadProfiles } from '#profiles/load.ts'
import { type Opened, opened, profileOf, talkTo } from './testing/opened.ts'

const profiles = loadProfiles()
let open: Opened
beforeAll(async () => {
  open = await opened(profileOf([{ port: 80, protocol: 'http' }]))
})
afterAll(() => open.decoys.close())

it('every shipped profile can be worn, one after the other', async () => {
  for (const profile of profiles) {
    let failed = (await open.apply(profile)).filter(({ error }) => error !== null)
    for (let left = 10; failed.length > 0 && left > 0; left -= 1) {
      // Ports of others on this machine are theirs: what is taken here is free somewhere else.
      expect(
        failed.filter(({ error }) => !error!.includes('EADDRINUSE')),
        profile.id,
      ).toEqual([])
      const elsewhere = await opened(profileOf([{ port: 80, protocol: 'http' }]))
      const still = (await elsewhere.apply(profile)).flatMap(({ port, error }) => (error ? [port] : []))
      await elsewhere.decoys.close()
      failed = failed.filter(({ port }) => still.includes(port))
    }
    expect(failed, profile.id).toEqual([])
  }
})

it('what a profile says of its pages is what a scanner sees', async () => {
  await open.apply(profiles.find(({ id }) => id === 'ci-server')!)
  const page = await talkTo(open.at(8080), 'GET / HTTP/1.0\r\n\r\n')
  expect(page).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(page).toContain('X-Jenkins: 2.319.1')
  expect(page).toContain('Dashboard [Jenkins]')
})
