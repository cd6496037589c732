import { createRequire } from 'node:module'
import { connect, type Socket } from 'node:net'
import type { EventEmitter } from 'node:events'

/** A worm's way through Telnet: user, password, one command, and away. */
export const telnetSession = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const steps: [RegExp, string][] = [
      [/(login|username): ?$/i, 'root\r\n'],
      [/password: ?$/i, 'root\r\n'],
      [/# $/, 'id\r\n'],
      [/uid=0[\s\S]*# $/, ''],
    ]
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      heard += text
      // WILL ECHO is agreed to, WONT ECHO as well: conch waits for it (RFC 857).
      if (text.includes('\xff\xfb\x01')) socket.write(Buffer.from([0xff, 0xfd, 1]))
      if (text.includes('\xff\xfc\x01')) socket.write(Buffer.from([0xff, 0xfe, 1]))
      const [next, answer] = steps[0] ?? []
      if (next === undefined || !next.test(heard)) return
      steps.shift()
      heard = ''
      if (steps.length > 0) socket.write(answer!)
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => (steps.length === 0 ? resolve() : reject(new Error(`ended after ${heard}`))))
  })

interface SshClient extends EventEmitter {
  connect(to: Record<string, unknown>): void
  exec(command: string, done: (error: Error | undefined, stream: NodeJS.ReadableStream) => void): void
  end(): void
}
const { Client } = createRequire(import.meta.url)('ssh2') as { Client: new () => SshClient }

/** Key exchange, password, one command. */
export const sshSession = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const client = new Client()
    client.on('ready', () =>
      client.exec('id', (error, stream) => {
        if (error) return reject(error)
        stream.on('close', () => client.end()).resume()
      }),
    )
    client.on('error', reject).on('close', () => resolve())
    const algorithms = {
      serverHostKey: ['ssh-ed25519'],
      kex: ['curve25519-sha256'],
      cipher: ['aes128-ctr'],
      hmac: ['hmac-sha2-256'],
    }
    client.connect({ host: '127.0.0.1', port, username: 'root', password: 'root', algorithms })
  })

export async function many(count: number, atOnce: number, session: () => Promise<void>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await session()
    }),
  )
}

/** Connections that are opened and stay; from several addresses of loopback, as one has too few ports. */
export async function held(port: number, count: number): Promise<Socket[]> {
  const all: Socket[] = []
  for (let at = 0; at < count; at += 100)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, count - at) }, (_, one) => holding(port, at + one)),
      )),
    )
  return all
}

const holding = (port: number, index: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (index % 200)}.1` }, () =>
      resolve(socket),
    )
    socket.on('error', reject).resume()
  })
