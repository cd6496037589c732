import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** How often each status came, and what else ended a request. */
export class Outcomes {
  readonly counts = new Map<string, number>()
  add(outcome: number | string): void {
    this.counts.set(String(outcome), (this.counts.get(String(outcome)) ?? 0) + 1)
  }
  toString(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, times]) => `${name}×${times}`)
      .join(' ')
  }
}

export interface Sent {
  url: string
  path: string
  /** Where the request comes from. */
  address: string
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Milliseconds after which it is left. */
  patience?: number
  signal?: AbortSignal
  /** Bytes of the answer read before nothing more is taken; all without it. */
  take?: number
}

/** Sends one request from an address of loopback; tells its status, or what happened instead. Never rejects. */
export function send({
  url,
  path,
  address,
  method = 'GET',
  headers = {},
  body,
  patience = 60_000,
  signal,
  take,
}: Sent): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers,
        localAddress: address,
        agent: false,
        ...(signal && { signal }),
      },
      (answer) => {
        let bytes = 0
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length
          if (take !== undefined && bytes >= take) answer.pause()
        })
        answer.on('close', () =>
          resolve(answer.complete ? String(answer.statusCode) : `${answer.statusCode} cut`),
        )
        answer.on('error', () => undefined)
      },
    )
    sent.setTimeout(patience, () => sent.destroy(new Error('left')))
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.name === 'AbortError' || error.message === 'left' ? 'left' : (error.code ?? 'broken')),
    )
    sent.end(body)
  })
}

/** An open connection on which anything can be said. */
export function open(url: string, address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), localAddress: address }, () =>
      resolve(socket),
    )
    socket.on('error', () => resolve(null))
  })
}

/** The statuses in what was said on a connection. */
export const statusesIn = (said: string): string[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
