import type { Exchange } from '#demo/exchange.ts'
import { random } from '#demo/random.ts'
import { visit, type RequestShape } from '#demo/speak/http.ts'
import { syn } from '#demo/speak/syn.ts'
import { capture } from '#demo/wire/capture.ts'
import type { Product } from './start.ts'

/** A server and a key to it. */
type Reached = Pick<Product, 'url' | 'key'>

/** Captures for the joins: real packets, made by the simulator's wire. */
export function captureOf(exchanges: readonly Exchange[], seed = 'tests'): Uint8Array {
  return Buffer.concat([...capture(exchanges, random(seed))])
}

/** One web request from `source`, `at` milliseconds since 1970 UTC. */
export function webVisit(
  source: string,
  request: Omit<RequestShape, 'host'>,
  at: number,
  destination = source.includes(':') ? '2001:db8:f800::1' : '203.0.113.9',
): Exchange {
  return {
    at,
    source,
    sourcePort: 40_000 + (at % 20_000),
    destination,
    destinationPort: 80,
    ttl: 51,
    play: { kind: 'tcp', outcome: 'open', syn: syn.linux, turns: visit({ ...request, host: destination }) },
  }
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/**
 * Whether the server closed a connection that had served before: idle ones are closed at any moment, and a test that makes a capture
 * in one piece hears of it only when it writes.
 */
function wasIdle(error: unknown): boolean {
  const cause =
    error instanceof Error ? (error.cause as { code?: string; socket?: { bytesRead?: number } }) : null
  // The end that the server wrote, or what its system answers to whoever writes after that.
  return (
    (cause?.code === 'UND_ERR_SOCKET' && (cause.socket?.bytesRead ?? 0) > 0) ||
    cause?.code === 'EPIPE' ||
    cause?.code === 'ECONNRESET'
  )
}

/** Whoever meets that asks once more on a new connection (RFC 9112 §9.3.1); nothing that is asked here counts twice. */
async function fetchAgain(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!wasIdle(error)) throw error
    return fetch(url, init)
  }
}

export async function call(
  product: Reached,
  path: string,
  init: RequestInit & { key?: string | null } = {},
): Promise<Answer> {
  const { key = product.key, ...rest } = init
  const headers = new Headers(rest.headers)
  if (key !== null) headers.set('key', key)
  const response = await fetchAgain(new URL(path, product.url), { ...rest, headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

export const upload = (product: Reached, bytes: Uint8Array, query = '', key?: string): Promise<Answer> =>
  call(product, `/api/ingest/captures?${query}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    ...(key !== undefined && { key }),
  })

/** Only ends what hangs: whatever comes on an idle machine must also come on a busy one. */
const maxWaitMs = 600_000

/** The longer it takes, the rarer it is asked: each answer is work for a server and its engine, which others wait for, too. */
const pause = (since: number): Promise<void> =>
  new Promise((over) => setTimeout(over, Math.min(1000, Math.max(50, (Date.now() - since) / 10))))

/** Asks again and again until `holds`. That "searchable" comes within five seconds is measured by bench/freshness. */
export async function eventually<T>(get: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const since = Date.now()
  for (;;) {
    const value = await get()
    if (holds(value)) return value
    if (Date.now() - since > maxWaitMs)
      throw new Error(`It never came: ${JSON.stringify(value).slice(0, 2000)}`)
    await pause(since)
  }
}

/** Waits until everything accepted is stored and its documents are made. */
export async function waitUntilIdle(product: Reached): Promise<void> {
  const since = Date.now()
  // Rounds seen to end after the last unit was stored: the first may have begun before it.
  const rounds = new Set<string>()
  for (;;) {
    const { body } = await call(product, '/readyz')
    const { ingest, documents } = body as {
      ingest?: { waiting_sessions: number }
      documents?: { last_refresh: string | null }
    }
    if (ingest?.waiting_sessions !== 0) rounds.clear()
    else rounds.add(documents?.last_refresh ?? 'none yet')
    // What was there when nothing waited any more, the round under way, and a whole one.
    if (rounds.size >= 3) return
    if (Date.now() - since > maxWaitMs) throw new Error(`Not settled: ${JSON.stringify(body)}`)
    await pause(since)
  }
}

/** Waits until the trends say so: counts follow sessions and their documents by some seconds. */
export async function counted(product: Reached, holds: (trends: string) => boolean): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const { body } = await call(product, '/api/tags/trends')
    const tags = (body.tags ?? []) as { total_ips: number }[]
    if (holds(JSON.stringify(tags)) && tags.some(({ total_ips }) => total_ips > 0)) return
    if (Date.now() > deadline) throw new Error(`Not counted: ${JSON.stringify(body).slice(0, 2000)}`)
    await new Promise((tick) => setTimeout(tick, 500))
  }
}
