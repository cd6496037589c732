import { connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, opened, profileOf, talkTo } from './testing/opened.ts'

const responses = [{ path: '/', status: 200, body: 'first' }]
const web = { port: 80, protocol: 'http', options: { server: 'one', responses } } as const
const secure = { port: 443, protocol: 'https', options: { hostname: 'cam', responses } } as const
const first = profileOf([web, secure, { port: 8001, protocol: 'catch-all' }])
const get = 'GET / HTTP/1.0\r\n\r\n'

describe('decoys', () => {
  let open: Opened
  let now = Date.UTC(2026, 0, 1)
  beforeAll(async () => {
    open = await opened(first, () => now)
  })
  afterAll(() => open.decoys.close())

  it('listen on the ports of the profile and tell what passes, with both ends', async () => {
    expect(open.listening.map(({ port, error }) => [port, error])).toEqual([
      [80, null],
      [443, null],
      [8001, null],
    ])
    expect(await talkTo(open.at(80), get)).toContain('first')
    await expect.poll(() => open.said.map(({ what }) => what)).toEqual(['opened', 'read', 'wrote', 'closed'])
    expect(open.said[0]!.flow).toEqual({
      transport: 'tcp',
      source: '127.0.0.1',
      sourcePort: expect.any(Number),
      destination: '127.0.0.1',
      destinationPort: 80,
    })
  })

  it('speak TLS with a certificate of their own, and tell what was said inside', async () => {
    open.said.length = 0
    const subject = await new Promise((resolve, reject) => {
      const socket = connectTls({ port: open.at(443), host: '127.0.0.1', rejectUnauthorized: false }, () => {
        socket.end(get)
        socket.once('data', () => resolve(socket.getPeerX509Certificate()?.subject))
      })
      socket.on('error', reject)
    })
    expect(subject).toBe('CN=cam')
    expect(open.events()).toEqual([
      { kind: 'clear', at: now, protocol: 'https', bytes: Buffer.from(get).toString('base64') },
    ])
    const wire = open.said.flatMap((one) => (one.what === 'read' ? [one.bytes] : []))
    expect(Buffer.concat(wire).subarray(0, 2).toString('hex')).toBe('1603')
  })

  it('begin TLS with the client: who says nothing, or no TLS, is told opened and closed as anybody', async () => {
    for (const bytes of ['', '\x16\x03\x01', 'GET / HTTP/1.0\r\n\r\n']) {
      open.said.length = 0
      const socket = connect(open.at(443), '127.0.0.1').resume()
      socket.on('error', () => {}).end(bytes)
      await new Promise((resolve) => socket.once('close', resolve))
      await expect.poll(() => open.said.at(-1)?.what).toBe('closed')
      expect(open.said[0]?.what).toBe('opened')
      const read = open.said.flatMap((one) => (one.what === 'read' ? [one.bytes] : []))
      expect(Buffer.concat(read).toString('latin1')).toBe(bytes)
    }
    open.said.length = 0
  })

  it('switch to another profile: what stays the same is not interrupted', async () => {
    const held = connect(open.at(443), '127.0.0.1')
    await new Promise((resolve) => held.once('connect', resolve))
    const other = { ...web, options: { responses: [{ path: '/', status: 200, body: 'second' }] } }
    const began = performance.now()
    const ports = await open.apply(profileOf([other, secure, { port: 81, protocol: 'http' }]))
    expect(performance.now() - began).toBeLessThan(1000)
    expect(ports.map(({ port }) => port)).toEqual([80, 443, 81])
    expect(await talkTo(open.at(80), get)).toContain('second')
    expect(await talkTo(open.at(81), get)).toContain('404')
    await expect(talkTo(open.at(8001), get)).rejects.toThrow('ECONNREFUSED')
    expect(held.closed).toBe(false)
    held.destroy()
    await open.apply(first)
  })

  it('leave to other programs of the host the ports they have, and say so', async () => {
    const taken = createServer().listen(open.at(82), '::')
    await new Promise((resolve) => taken.once('listening', resolve))
    const [port] = await open.apply(profileOf([{ port: 82, protocol: 'http' }]))
    expect(port!.error).toContain('EADDRINUSE')
    await new Promise((resolve) => taken.close(resolve))
    await open.apply(first)
  })

  it('answer nobody who is excluded', async () => {
    await open.apply(first, {}, ['127.0.0.0/8'])
    open.said.length = 0
    expect(await talkTo(open.at(80), get)).toBe('')
    expect(open.said.filter(({ what }) => what !== 'closed')).toEqual([])
    await open.apply(first)
  })

  it('end the oldest connection of a source that has too many, and the oldest of all', async () => {
    await open.apply(first, { connections: 4, connectionsPerSource: 3 })
    const ended: string[] = []
    const from = (host: string, name: string) =>
      new Promise<void>((resolve) => {
        const socket = connect({ port: open.at(8001), host: '127.0.0.1', localAddress: host }, () =>
          resolve(),
        )
        socket.on('error', () => {}).on('close', () => ended.push(name))
      })
    for (const name of ['a', 'b', 'c', 'd']) await from('127.0.0.1', name)
    await expect.poll(() => ended).toEqual(['a'])
    for (const name of ['e', 'f']) await from('127.0.0.2', name)
    await expect.poll(() => ended).toEqual(['a', 'b'])
    expect(open.decoys.losses()).toMatchObject({ 'connections-source': 1, 'connections-total': 1 })
    await open.apply(first)
  })

  it('end a connection that brought too many bytes, was silent too long, or lasts too long', async () => {
    const heard = (text: string) =>
      expect.poll(() => open.said.some((one) => one.what === 'read' && String(one.bytes) === text)).toBe(true)
    await open.apply(first, { bytesPerConnection: 1000 })
    await talkTo(open.at(8001), 'x'.repeat(2000))
    expect(open.decoys.losses()['connection-bytes']).toBe(1)
    await open.apply(first, { connectionMs: 60_000 })
    const silent = talkTo(open.at(8001), 'x')
    await heard('x')
    now += 61_000
    await silent
    expect(open.decoys.losses()['connection-time']).toBe(1)
    await open.apply(first)
    const idle = talkTo(open.at(8001), 'y')
    await heard('y')
    now += 121_000
    await idle
    expect(open.decoys.losses()['connection-idle']).toBe(1)
  })
})
