import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Product, startProduct, wanted } from '../testing/product.ts'
import { configAfter } from './calls.ts'
import { connect, type Connection } from './connection.ts'

let product: Product
let connection: Connection
beforeEach(async () => {
  product = await startProduct(wanted())
  connection = connect({ server: product.url, token: product.token })
})
afterEach(async () => {
  connection.close()
  await product.close()
})

const hold = (signal: AbortSignal) => configAfter(connection, product.config.version, 60, signal)
const isHeld = () => expect.poll(() => product.calls, { interval: 5 }).toHaveLength(1)

test('a call waits for the end of the run, and leaves nothing at its signal once it is answered', async () => {
  // What Node 20 makes of a signal by it stays there for good; later versions forget it.
  const any = vi.spyOn(AbortSignal, 'any')
  const { signal } = new AbortController()
  const call = hold(signal)
  await isHeld()
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  product.config = wanted(2)
  product.changed()
  expect(await call).toMatchObject({ version: 2 })
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(any).not.toHaveBeenCalled()
  any.mockRestore()
})

test('the end of the run ends a call that is under way, and begins no other', async () => {
  const ending = new AbortController()
  const call = hold(ending.signal)
  await isHeld()
  ending.abort()
  await expect(call).rejects.toThrow('given up')
  expect(getEventListeners(ending.signal, 'abort')).toEqual([])
  await expect(hold(ending.signal)).rejects.toThrow('aborted')
  expect(product.calls).toHaveLength(1)
})
