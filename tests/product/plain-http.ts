import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** HTTP as it goes over the wire, from any address of loopback: nothing is kept open, sent again or put right. */

export interface Heard {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export type Call = (
  path: string,
  options?: { from?: string; headers?: Record<string, string> },
) => Promise<Heard>

/** One request on a connection of its own. */
export const callOn = (
  url: string,
  path: string,
  { from = '127.0.0.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, path, headers, localAddress: from, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (piece: Buffer) => (text += piece.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end()
  })

export interface Sockets {
  /** Writes on a connection and leaves it open; `said` is what came back. */
  speak(text: string, from?: string): Promise<{ said: () => string; socket: Socket; isClosed: () => boolean }>
  /** Closes those that are open. */
  end(): void
}

export function openSockets(urlOf: () => string): Sockets {
  const sockets: Socket[] = []
  return {
    speak: (text, from = '127.0.0.1') =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(urlOf())
        let [said, isClosed] = ['', false]
        const socket = connect({ host: hostname, port: Number(port), localAddress: from }, () => {
          socket.write(text)
          resolve({ said: () => said, socket, isClosed: () => isClosed })
        })
        sockets.push(socket)
        socket.on('data', (piece: Buffer) => (said += piece.toString()))
        socket.on('close', () => (isClosed = true))
        socket.on('error', reject)
      }),
    end() {
      for (const socket of sockets.splice(0)) socket.destroy()
    },
  }
}

export const head = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n')
