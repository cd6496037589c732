import {
  type ClientRequest,
  request as plainRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as tlsRequest } from 'node:https'
import { retryAfterMs } from './backoff.ts'
import type { Pin } from './pin.ts'
import { agentFor } from './pinned.ts'

export interface Answer {
  status: number
  /** Parsed JSON; null where the body is empty or something else. */
  body: unknown
  retryAfterMs: number | null
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: Uint8Array
  /** Ends the call when nothing at all happens for so long. */
  silenceMs?: number
  /** Bytes of the answer that are read; more is no answer. */
  mostBytes?: number
  signal?: AbortSignal
}

/** One server, spoken to with one token. @throws the error of the connection when there is no answer */
export interface Connection {
  call(call: Call): Promise<Answer>
  /** The bytes of a file, at most `mostBytes`. */
  bytes(call: Call): Promise<{ status: number; bytes: Uint8Array }>
  /** Begins a call whose body is written while its answer is read. */
  open(path: string): ClientRequest
  close(): void
}

export interface ConnectionSettings {
  server: string
  token?: string
  fingerprint?: Pin | undefined
  /** What somebody is told to do where the server shows another key; what a sensor's host needs, where nothing else is said. */
  repair?: string
  /** Calls at once; usual ones wait for each other. */
  atOnce?: number
  /** Of calls that say nothing else: ends one when nothing at all happens for so long. */
  silenceMs?: number
}

const silence = 60_000
const longest = 600_000
const secondsOf = (ms: number): string => `${Math.round(ms / 1000)} s`

export function connect({
  server,
  token,
  fingerprint,
  repair,
  atOnce = 4,
  silenceMs = silence,
}: ConnectionSettings): Connection {
  const base = new URL(server)
  const agent = agentFor(base, fingerprint, atOnce, repair)
  const send = base.protocol === 'http:' ? plainRequest : tlsRequest

  async function bytes(
    call: Call,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Uint8Array }> {
    const { signal } = call
    signal?.throwIfAborted()
    const request = send(new URL(call.path, base), {
      method: call.method,
      agent,
      headers: {
        accept: 'application/json',
        ...call.headers,
        ...(token && { authorization: `Bearer ${token}` }),
        'content-length': String(call.body?.length ?? 0),
      },
    })
    const end = (why: string): void => void request.destroy(new Error(why))
    const silent = call.silenceMs ?? silenceMs
    request.setTimeout(silent, () => end(`no answer for ${secondsOf(silent)}`))
    // Also against an answer that drips for ever.
    const late = setTimeout(() => end(`no whole answer within ${secondsOf(longest)}`), longest).unref()
    // Not by AbortSignal.any: Node 20 keeps an entry in the signal of the whole run for every call that was ever made.
    const leave = (): void => end('the call was given up')
    signal?.addEventListener('abort', leave)
    try {
      return await new Promise((resolve, reject) => {
        request.on('error', reject)
        request.on('response', (response) => {
          collect(response, call.mostBytes ?? 65_536).then(
            (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: body }),
            reject,
          )
        })
        request.end(call.body)
      })
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    bytes,
    open: (path) =>
      send(new URL(path, base), {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/octet-stream',
          'transfer-encoding': 'chunked',
          ...(token && { authorization: `Bearer ${token}` }),
        },
      }),
    async call(call) {
      const { status, headers, bytes: body } = await bytes(call)
      return { status, body: jsonOf(body), retryAfterMs: retryAfterMs(headers['retry-after'], headers.date) }
    },
    close: () => agent.destroy(),
  }
}

async function collect(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > most) {
      response.destroy()
      throw new Error(`the answer is longer than ${most} bytes`)
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
