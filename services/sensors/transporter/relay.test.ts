import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { carriedLimits } from '#model/sensor/device.ts'
import { Relay } from './relay.ts'

const of = { workspace: 'w', profile: 'p' } as const

test('a visitor who left before the device was asked holds no place among those that wait', async () => {
  const relay = new Relay(Date.now)
  const stopping = new AbortController()
  const next = relay.next(of, stopping.signal)
  const left = AbortSignal.abort(new Error('left'))
  for (let asked = 0; asked <= carriedLimits.connections; asked++) {
    const said = new PassThrough()
    await expect(relay.ask(of, 23, said, left)).rejects.toThrow('left')
  }
  stopping.abort()
  expect(await next).toBe(null)
})

test('nor takes the place of another who waits', async () => {
  const relay = new Relay(Date.now)
  const stopping = new AbortController()
  const first = relay.next(of, stopping.signal)
  const [waits, ends] = [new AbortController(), new Error('over')]
  const asked = relay.ask(of, 23, new PassThrough(), waits.signal)
  expect(await first).toMatchObject({ port: 23 })
  await expect(relay.ask(of, 23, new PassThrough(), AbortSignal.abort(ends))).rejects.toThrow('over')
  const answer = new PassThrough()
  const { id = '' } = (await first) ?? {}
  expect(relay.take(of, id, answer)).toBeDefined()
  await expect(asked).resolves.toBeDefined()
  stopping.abort()
})
