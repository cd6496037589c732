import { describe, expect, it } from 'vitest'
import type { ApplicationFacts, Direction, StreamStart } from '#packet/stream.ts'
import { openDissector } from './recognise.ts'

export type Piece = [direction: Direction, bytes: Uint8Array]

export const toPort = (destinationPort: number): StreamStart => ({
  transport: 'tcp',
  sourcePort: 40_000,
  destinationPort,
})

export const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')

export function dissected(pieces: Piece[], start: StreamStart = toPort(12_345)): ApplicationFacts {
  const facts: ApplicationFacts = { protocols: new Set(), http: null, tls: null, ssh: null, telnet: null }
  const dissector = openDissector(start)
  for (const [direction, bytes] of pieces) dissector.push(direction, bytes, 0)
  dissector.finish(facts)
  return facts
}

describe('the recogniser', () => {
  it('finds an HTTP request on any port', () => {
    const facts = dissected([['source', text('GET /shell?cd+/tmp HTTP/1.1\r\nHost: a\r\n\r\n')]])
    expect(facts.protocols).toContain('http')
    expect(facts.http?.requests[0]).toMatchObject({
      method: 'GET',
      uri: '/shell?cd+/tmp',
      path: '/shell',
      host: 'a',
    })
  })

  it('finds an SSH banner on any port', () => {
    const facts = dissected([['source', text('SSH-2.0-Go\r\n')]])
    expect(facts.ssh?.clientVersion).toBe('SSH-2.0-Go')
  })
})
