import { once } from 'node:events'
import { createServer, request } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { watchHandshakes } from './handshakes.ts'

let certificate: { cert: string; key: string }
beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
  certificate = { cert, key }
})

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

async function opened(quota: { address: number; total: number }) {
  const server = createServer(certificate, (_, answer) => answer.end('here'))
  watchHandshakes(server, quota)
  await new Promise<void>((listening) => server.listen(0, listening))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    /** Connects and says nothing; `from`: an address of this machine. */
    async silent(from = '127.0.0.1'): Promise<Socket> {
      const taken = once(server, 'connection')
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      socket.on('error', () => undefined)
      ending.push(() => socket.destroy())
      await taken
      return socket
    },
    /** Shakes hands and stays. */
    async greeting(): Promise<Socket> {
      const socket = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      socket.on('error', () => undefined)
      ending.push(() => socket.destroy())
      // The server is done after whoever asked.
      await once(server, 'secureConnection')
      return socket
    },
    ask: (from = '127.0.0.1') =>
      new Promise<string>((resolve, reject) => {
        const options = { port, host: '127.0.0.1', localAddress: from, agent: false, ca: certificate.cert }
        const asked = request({ ...options, servername: 'localhost', checkServerIdentity: () => undefined })
        asked.on('response', (answer) => answer.on('data', (text: Buffer) => resolve(text.toString())))
        asked.on('error', reject)
        asked.end()
      }),
  }
}

/** Whether the server has ended it; a turn of both ends later it would have. */
const isOver = (socket: Socket): Promise<boolean> =>
  Promise.race([
    once(socket, 'close').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(socket.destroyed), 300)),
  ])

test('of one address the oldest that says nothing makes room, and whoever shakes hands is let in', async () => {
  const server = await opened({ address: 3, total: 100 })
  const [first, second] = [await server.silent(), await server.silent()]
  await server.silent()
  await server.silent()
  expect([await isOver(first), await isOver(second)]).toEqual([true, false])
  expect(await server.ask()).toBe('here')
})

test('where all places are taken those of the address with the most make room, not those of others', async () => {
  const server = await opened({ address: 100, total: 6 })
  const other = await server.silent('127.0.0.2')
  const many: Socket[] = []
  for (let nth = 0; nth < 5; nth += 1) many.push(await server.silent())
  expect(await server.ask('127.0.0.3')).toBe('here')
  expect([await isOver(other), await isOver(many[0]!), await isOver(many[4]!)]).toEqual([false, true, false])
})

test('what has shaken hands or left takes no place', async () => {
  const server = await opened({ address: 2, total: 2 })
  for (let nth = 0; nth < 4; nth += 1) {
    const left = await server.silent()
    left.destroy()
    expect(await server.ask()).toBe('here')
  }
  const waits = await server.silent()
  const stays = await server.greeting()
  for (let nth = 0; nth < 4; nth += 1) await server.greeting()
  expect([await isOver(waits), await isOver(stays)]).toEqual([false, false])
})
