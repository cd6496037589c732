import { expect, test } from 'vitest'
import { profileOf } from '../decoys/testing/opened.ts'
import { most, rehearseInThread } from './in-thread.ts'
import { rehearse } from './rehearse.ts'

const profile = profileOf([
  { port: 22, protocol: 'ssh', options: { banner: 'SSH-2.0-dropbear' } },
  { port: 6379, protocol: 'redis' },
])
const { signal } = new AbortController()

/** What was heard, but for how long the service claims to run: both are asked one after the other. */
const timeless = (found: Awaited<ReturnType<typeof rehearse>>) =>
  found.map(({ heard, ...rest }) => ({
    ...rest,
    heard: heard.map(({ answer, ...asked }) => ({
      ...asked,
      answer: answer.toString('latin1').replace(/uptime_in_seconds:\d+/, 'uptime_in_seconds:'),
    })),
  }))

test('a thread hears what this one would', async () => {
  const [ssh, redis] = await rehearseInThread(profile, { signal })
  expect(timeless(ssh && redis ? [ssh, redis] : [])).toEqual(timeless(await rehearse(profile)))
  expect(ssh?.heard[0]?.answer.toString('latin1')).toBe('SSH-2.0-dropbear\r\n')
})

test('so many at once are run and no more, and there is room again when they are over', async () => {
  const running = Array.from({ length: most.atOnce }, () => rehearseInThread(profile, { signal }))
  await expect(rehearseInThread(profile, { signal })).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  await Promise.all(running)
  expect(await rehearseInThread(profile, { signal })).toHaveLength(2)
})

test('one that takes too long is ended, and so is one that nobody waits for; their places are free then', async () => {
  for (let n = 0; n <= most.atOnce; n++)
    await expect(rehearseInThread(profile, { signal, ms: 1 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('more than 0.001 seconds'),
    })
  const left = new AbortController()
  const running = rehearseInThread(profile, { signal: left.signal })
  left.abort(new Error('hung up'))
  await expect(running).rejects.toThrow('hung up')
  await expect(rehearseInThread(profile, { signal: left.signal })).rejects.toThrow('hung up')
  expect(await rehearseInThread(profile, { signal })).toHaveLength(2)
})
