import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { type DecoyEvent, eventComment } from '#model/sensor/event.ts'
import type { TimedFrame } from '#packet/build/pcap.ts'
import { pcapng } from '#packet/build/pcapng.ts'
import { uuidV7 } from '#store/identifier.ts'

/** What an agent sends, made by hand: for claims about the server alone. */

export const enrolling = (token: string, changes: object = {}) => ({
  token,
  hostname: 'decoy-1',
  os: 'debian 13',
  arch: 'x64',
  agent_version: '0.1.0',
  addresses: ['10.0.0.7', '8.8.4.4'],
  sent_at: Date.now(),
  ...changes,
})

export const beat = (changes: object = {}) => ({
  sent_at: Date.now(),
  agent_version: '0.1.0',
  started_at: Date.now() - 1000,
  config_version: 1,
  checks: [{ name: 'capture', state: 'ok', detail: '' }],
  spool: { batches: 0, bytes: 0, oldest: null, free_bytes: 1e9 },
  losses: { 'dropped by kernel': 3 },
  listening: [{ port: 22, transport: 'tcp', protocol: 'ssh' }],
  addresses: ['10.0.0.7'],
  ...changes,
})

/** The frames with events of a decoy beside the last of them. */
export const toldBeside = (frames: TimedFrame[], ...events: DecoyEvent[]): TimedFrame[] =>
  frames.map((frame, place) =>
    place === frames.length - 1 ? { ...frame, comments: [eventComment + JSON.stringify({ events })] } : frame,
  )

export const batchOf = (frames: TimedFrame[], name?: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zstdCompressSync(pcapng(frames, name === undefined ? {} : { name })))

export interface Agent {
  json(path: string, method: string, body?: unknown): Promise<Response>
  get(path: string): Promise<Response>
  put(
    bytes: Uint8Array<ArrayBuffer>,
    of?: { id?: string; sha256?: string; sentAt?: number },
  ): Promise<Response>
}

export function agentAt(url: string, token: string): Agent {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
  return {
    json: (path, method, body) =>
      ask(path, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      }),
    get: (path) => ask(path),
    put: (bytes, { id = uuidV7(Date.now()), sha256, sentAt = Date.now() } = {}) =>
      ask(`/api/sensor/batches/${id}`, {
        method: 'PUT',
        body: bytes,
        headers: {
          'content-type': 'application/vnd.tcpdump.pcap',
          'content-encoding': 'zstd',
          'x-sha256': sha256 ?? createHash('sha256').update(bytes).digest('hex'),
          'x-sent-at': String(sentAt),
        },
      }),
  }
}
