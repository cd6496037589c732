import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noProtocolFacts } from '#model/protocols/table.ts'
import { noFacts, type Session } from '#model/session.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import { frameSessions } from './gather.ts'
import { decodeSessions, encodeSessions } from './session-codec.ts'

/** A folder of its own that goes away when the scope ends (`await using`). */
export async function scratchFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'noisefloor-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A small, whole session; `id` is its 32 hex digits. */
export function sampleSession(id: string, changes: Partial<Session> = {}): Session {
  return {
    id,
    origin: 'live',
    workspace: '018f0000-0000-7000-8000-000000000001',
    published: true,
    sensor: 'sensor',
    vantage: 'sensor',
    direction: 'request',
    capture: '',
    firstPacket: 1_700_000_000_000,
    lastPacket: 1_700_000_000_500,
    ipProtocol: 17,
    transport: 'udp',
    source: { ip: '198.18.0.1', port: 4321, bytes: 60, packets: 1 },
    destination: { ip: '198.18.0.2', port: 53, bytes: 0, packets: 0 },
    protocols: ['udp'],
    vlans: [],
    ttl: 64,
    ipId: 7,
    icmp: null,
    tcp: null,
    ...noProtocolFacts,
    sourcePayload: new Uint8Array([0, 255, 10, 13]),
    destinationPayload: new Uint8Array(),
    communityId: '1:AAAA',
    sourceFacts: noFacts,
    destinationFacts: noFacts,
    ...changes,
  }
}

/** Sessions as they come out of a spool, of which so many or fewer went into a frame. */
export async function throughSpool(
  sessions: readonly Session[],
  most = frameSessions,
): Promise<SessionRow[]> {
  const rows: SessionRow[] = []
  for (let from = 0; from < sessions.length; from += most)
    for (const { body } of await encodeSessions(sessions.slice(from, from + most)))
      rows.push(...(await decodeSessions(body)))
  return rows
}
