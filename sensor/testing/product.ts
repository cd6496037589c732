import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import * as zlib from 'node:zlib'

/**
 * How the next call is answered. `taken`: it does its work and hangs up without a word; `silent`: it does and never says so; `drips`: it
 * says so a byte at a time; `another`: by the receipt of another batch; `endless`: it never stops talking; `nonsense`: not by HTTP.
 */
export type Manner =
  | 'well'
  | 'garbage'
  | 'hangs-up'
  | 'taken'
  | 'silent'
  | 'drips'
  | 'another'
  | 'endless'
  | 'nonsense'
  | { status: number; retryAfter?: string }

/** The server's side of docs/sensors.md as far as an agent can see it, kept in memory. */
export interface Product {
  url: string
  /** By id, as sent. */
  batches: Map<string, { bytes: Buffer; arrivals: number; sentAt: number }>
  heartbeats: Record<string, unknown>[]
  /** Method and path of every call, in order. */
  calls: string[]
  /** Of the coming calls about batches, in order; then all are answered well. */
  manners: Manner[]
  /** Nobody answers a call about batches while that is so. */
  away: boolean
  /** What the agent is to do; a change answers a call that is held. */
  config: Record<string, unknown> & { version: number }
  update: unknown
  files: Map<string, Buffer>
  token: string
  changed(): void
  /** Plain captures, in order of arrival. */
  captures(): Buffer[]
  close(): Promise<void>
}

const oneTime = 'nfi_once'

export async function startProduct(
  config: Product['config'],
  tls?: { key: string; cert: string },
  /** A port of loopback, or a socket in the file system. */
  at = '0',
): Promise<Product> {
  let held: (() => void)[] = []
  let isUsed = false
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void answer(request, response).catch(() => response.destroy())
  const server: Server = tls ? createTlsServer(tls, handle) : createServer(handle)
  const product: Product = {
    url: '',
    batches: new Map(),
    heartbeats: [],
    calls: [],
    manners: [],
    away: false,
    config,
    update: null,
    files: new Map(),
    token: 'nfs_own',
    changed: () => held.splice(0).forEach((wake) => wake()),
    captures: () =>
      [...product.batches.values()].map(({ bytes }) =>
        bytes[0] === 0x1f ? zlib.gunzipSync(bytes) : zlib.zstdDecompressSync(bytes),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  const say = (response: ServerResponse, status: number, body?: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://product')
    product.calls.push(`${request.method} ${url.pathname}`)
    const body = await buffer(request)
    if (url.pathname === '/api/sensor/enroll') {
      const { token } = JSON.parse(body.toString())
      if (token !== oneTime || isUsed) return say(response, 401, { message: 'The token was used.' })
      isUsed = true
      const { token: sensor_token } = product
      const said = { sensor_id: 'one', name: 'edge', sensor_token, received_at: Date.now() }
      return say(response, 201, { ...said, config: product.config })
    }
    const file = product.files.get(url.pathname)
    if (file) {
      response.setHeader('x-sha256', createHash('sha256').update(file).digest('hex'))
      return void response.end(file)
    }
    if (request.headers.authorization !== `Bearer ${product.token}`)
      return say(response, 401, { message: 'No such sensor.' })
    if (url.pathname === '/api/sensor/heartbeat') {
      product.heartbeats.push(JSON.parse(body.toString()))
      const { update } = product
      return say(response, 200, { received_at: Date.now(), config_version: product.config.version, update })
    }
    if (url.pathname === '/api/sensor/config') return sayConfig(url, response)
    const id = /^\/api\/sensor\/batches\/([0-9a-f-]{36})$/.exec(url.pathname)?.[1]
    if (id) return batch(id, request, body, response)
    return say(response, url.pathname === '/api/sensor/leave' ? 204 : 404)
  }

  async function sayConfig(url: URL, response: ServerResponse): Promise<void> {
    const after = Number(url.searchParams.get('after'))
    if (product.config.version <= after) {
      await new Promise<void>((resolve) => {
        held.push(resolve)
        setTimeout(resolve, Number(url.searchParams.get('wait')) * 1000).unref()
      })
    }
    return product.config.version > after ? say(response, 200, product.config) : say(response, 204)
  }

  function batch(id: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    if (product.away) return void request.socket.destroy()
    const receipt = (isRepeated: boolean) => ({
      id,
      sessions: 1,
      is_repeated: isRepeated,
      received_at: Date.now(),
    })
    if (request.method === 'GET')
      return product.batches.has(id) ? say(response, 200, receipt(true)) : say(response, 404, {})
    const manner = product.manners.shift() ?? 'well'
    if (manner === 'hangs-up') return void request.socket.destroy()
    if (manner === 'garbage') return void response.end('<html>Welcome to the hotel’s network</html>')
    if (manner === 'nonsense') return void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n')
    if (manner === 'endless') return talkOn(response)
    if (manner === 'another') return say(response, 200, { ...receipt(false), id: id.replace(/^./, 'f') })
    if (typeof manner === 'object') {
      if (manner.retryAfter) response.setHeader('retry-after', manner.retryAfter)
      return say(response, manner.status, { message: 'Not now.' })
    }
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-sha256'])
      return say(response, 422, { message: 'The SHA-256 is another.' })
    const known = product.batches.get(id)
    const sentAt = Number(request.headers['x-sent-at'])
    product.batches.set(id, { bytes: body, arrivals: (known?.arrivals ?? 0) + 1, sentAt })
    if (manner === 'taken') return void request.socket.destroy()
    if (manner === 'silent') return
    if (manner === 'drips') return void drip(response, JSON.stringify(receipt(known !== undefined)))
    return say(response, 200, receipt(known !== undefined))
  }

  await new Promise<void>((resolve) =>
    at.startsWith('/') ? server.listen(at, resolve) : server.listen(Number(at), '127.0.0.1', resolve),
  )
  if (!at.startsWith('/'))
    product.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return product
}

/** Until nobody listens any more. */
function talkOn(response: ServerResponse): void {
  const piece = Buffer.alloc(16_384, '{')
  const talk = (): void => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', talk)
  }
  talk()
}

async function drip(response: ServerResponse, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    response.write(Buffer.of(byte))
    await new Promise((sent) => setImmediate(sent))
  }
  response.end()
}

/** What such a server wants: one SSH port and short segments. */
export const wanted = (version = 1): Product['config'] => ({
  version,
  profile: {
    id: 'linux',
    name: 'Linux server',
    description: 'A server.',
    author: 'Noisefloor',
    tier: 'community',
    categories: ['server'],
    operating_system: 'Linux',
    cves: [],
    ports: [{ port: 22, transport: 'tcp', protocol: 'ssh' }],
    credentials: [],
  },
  capture: { is_on: true, excluded: [], network_ports: [], segment_bytes: 1_000_000, segment_ms: 200 },
  limits: {},
  heartbeat_ms: 5000,
})
