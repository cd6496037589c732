import { describe, expect, it } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { differences } from './samples/differences.ts'

describe('the comparison with facts', () => {
  it('sees what is missing and what is too much', () => {
    const hello = { src: '192.0.2.1', dst: '192.0.2.2', src_port: 1, dst_port: 2, transport: 'tcp', ja4: 'a' }
    const facts = { http_request_count: 1, http: [{ method: 'GET', uri: '/' }], tls_client_hellos: [hello] }
    expect(differences(facts, [])).toHaveLength(3)
    const ends = { source: { ip: '192.0.2.1', port: 1 }, destination: { ip: '192.0.2.2', port: 2 } }
    const other = {
      ...ends,
      http: null,
      ssh: null,
      tls: { ja3: [], ja4: ['a', 'b'] },
    } as unknown as Conversation
    expect(differences({ tls_client_hellos: [hello] }, [other])).toEqual([
      'ja4 extra: 192.0.2.1:1 > 192.0.2.2:2 b',
    ])
  })
})
