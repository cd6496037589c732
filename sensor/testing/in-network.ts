import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a program inside a network does for a claim: `node in-network.ts WHAT …`; says "ready" once it stands. */
const [what, ...args] = process.argv.slice(2)

const works: Record<string, () => Promise<void>> = {
  /** From a port to a socket in the file system, where the claim's own server is. */
  async relay() {
    const [host, port, path = ''] = args
    const server = createServer((socket) => {
      const inner = createConnection(path)
      socket.pipe(inner).pipe(socket)
      for (const one of [socket, inner])
        one.on('error', () => [socket, inner].forEach((end) => end.destroy()))
    })
    server.listen(Number(port), host)
    await once(server, 'listening')
    process.send?.('ready')
  },
  /** A program of the host: answers everything with the same words. */
  async program() {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end('the answer of a program'))
    })
    server.listen(Number(args[0]), '0.0.0.0')
    await once(server, 'listening')
    process.send?.('ready')
  },
  /** Connects from an address, says something, and reads to the end. */
  async connect() {
    const [localAddress, host, port, said = ''] = args
    const socket = createConnection({ host, port: Number(port), ...(localAddress && { localAddress }) })
    socket.on('connect', () => socket.write(said))
    socket.on('data', () => undefined)
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
    })
  },
  /** Numbered datagrams, each from a port of its own, until it is told that it is enough. */
  async datagrams() {
    const [host, port] = args
    let number = 0
    process.on('message', () => process.send?.({ sent: number }, () => process.exit()))
    for (;;) {
      const socket = createSocket('udp4')
      await new Promise((resolve) => socket.send(`datagram ${number + 1};`, Number(port), host, resolve))
      socket.close()
      if (++number === 1) process.send?.('ready')
      // Without a pause the kernel would drop some.
      await pause(2)
    }
  },
}

await works[what ?? '']?.()
