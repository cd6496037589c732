import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect as visit, Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { carriedLimits } from '#model/sensor/device.ts'
import { connect } from '../connection/connection.ts'
import type { ListeningPort } from '../decoys/interface.ts'
import { profileOf } from '../decoys/testing/opened.ts'
import { Losses } from '../losses.ts'
import { openCarried } from './open.ts'

/** No host of a test has many addresses of IPv6: each visitor is taken for another. */
const sockets = Socket.prototype as Socket & { _getpeername(): AddressInfo }
afterEach(() => void vi.restoreAllMocks())

it('carries no more visitors of one /64 of IPv6 than of one address', async () => {
  let carried = 0
  // A server that lets whoever calls wait.
  const server = createServer(() => carried++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = connect({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    atOnce: carriedLimits.connections,
  })
  const losses = new Losses()
  const seen: string[] = []
  const nothing = () => {}
  const open = openCarried(
    {
      event: nothing,
      opened: ({ source }) => seen.push(source),
      read: nothing,
      wrote: nothing,
      closed: nothing,
    },
    { connection, losses, changed: nothing },
  )
  const profile = { ...profileOf([{ port: 80, protocol: 'http' }]), device: { address: '192.168.1.9' } }
  let at: number
  let error: string | null
  do {
    at = 20_000 + Math.floor(Math.random() * 10_000)
    const options = { excluded: [], portOffset: at - 80, isTaken: () => false }
    ;[{ error }] = (await open.apply(profile, options)) as [ListeningPort]
  } while (error !== null)
  const addresses = [
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8::3',
    '2001:db8::4',
    '2001:db8::5',
    '2001:db8:0:1::1',
  ]
  for (const address of addresses) {
    vi.spyOn(sockets, '_getpeername').mockReturnValue({ address, family: 'IPv6', port: 1 })
    const before = seen.length + (losses.all()['carried-refused'] ?? 0)
    visit(at, '127.0.0.1').on('error', nothing)
    await expect.poll(() => seen.length + (losses.all()['carried-refused'] ?? 0)).toBe(before + 1)
  }
  expect(seen).toEqual(addresses.toSpliced(carriedLimits.connectionsPerSource, 1))
  await expect.poll(() => carried).toBe(seen.length)
  await open.close()
  connection.close()
  server.closeAllConnections()
  server.close()
})
