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
