import { describe, expect, it } from 'vitest'
import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import { pcap, type TimedFrame } from '../build/pcap.ts'
import { tcp } from '../build/transport.ts'
import { applicationsOf } from '../protocols/applications.ts'
import { http } from '../protocols/http/protocol.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { dissected } from '../testing/dissected.ts'
import { client, connection, server, start } from '../testing/exchange.ts'

/** Claims about connections that follow each other between the same ends and ports. */

describe('SYNs behind a connection, each of which may begin another', () => {
  const talked = connection('GET /a HTTP/1.1\r\nHost: h.test\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n')
  const syns = Array.from({ length: 1000 }, (_, place): TimedFrame => {
    const segment = tcp({ sourcePort: 40_000, destinationPort: 80, sequence: place * 7919, flags: 'S' })
    return { at: start + 1000, frame: ethernet(ip({ source: client, destination: server }, segment)) }
  })

  it('leave what was said as it was', async () => {
    const [alone] = (await dissected(pcap(talked))).conversations
    const { conversations } = await dissected(pcap([...talked, ...syns]))
    expect(conversations).toMatchObject([
      { http: alone!.http, sourcePayload: alone!.sourcePayload, tcp: { flags: { syn: 1001 } } },
    ])
  })

  it('copy none of it', async () => {
    let looks = 0
    const said = {
      get text(): string {
        looks++
        return 'long'
      },
    }
    const watched: Protocol<typeof said> = {
      name: 'watched',
      record: http.record,
      stream: () => ({
        alive: true,
        bufferedBytes: 0,
        push() {},
        gap() {},
        finish: () => ({ source: said, destination: null }),
      }),
      add: (first) => first,
      recorded: () => ({}),
    }
    await dissected(pcap([...talked, ...syns]), undefined, {
      applications: applicationsOf([watched as Protocol]),
    })
    expect(looks).toBe(0)
  })
})
