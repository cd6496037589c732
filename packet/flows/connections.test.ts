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
import { frames, only, type Packet } from '../testing/two-ends.ts'

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

describe('a SYN while the destination holds a connection', () => {
  const request = 'GET /evil HTTP/1.1\r\nHost: h.test\r\n\r\n'
  const response = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  type Numbers = [sequence: number, acknowledgment: number]
  const numbered = (from: 'client' | 'server', flags: string, numbers: Numbers, payload = ''): Packet => {
    const [sourcePort, destinationPort] = from === 'client' ? [40_000, 80] : [80, 40_000]
    const [sequence, acknowledgment] = numbers
    return [from, tcp({ sourcePort, destinationPort, sequence, acknowledgment, flags, payload })]
  }
  const opened = (first: number, other: number): Packet[] => [
    numbered('client', 'S', [first, 0]),
    numbered('server', 'SA', [other, first + 1]),
    numbered('client', 'A', [first + 1, other + 1]),
  ]
  const asked = (first: number, other: number): Packet[] => [
    numbered('client', 'PA', [first + 1, other + 1], request),
    numbered('server', 'PA', [other + 1, first + 1 + request.length], response),
  ]
  /** The destination answers one that it does not take with what it waits for (RFC 5961 §4.2). */
  const challenge = numbered('server', 'A', [5001, 1001])
  const stray = [numbered('client', 'S', [900_000, 0]), challenge]
  const isRead = async (packets: Packet[]): Promise<void> => {
    const one = await only(frames(packets))
    expect(one.http).toMatchObject({ requests: [{ uri: '/evil' }], statusCodes: [200] })
    expect(Buffer.from(one.sourcePayload).toString()).toContain('GET /evil')
  }

  it('is no beginning of the next one, however the first ends', async () => {
    const reset = [numbered('client', 'RA', [1001, 5001])]
    const closed = [
      numbered('client', 'FA', [1001, 5001]),
      numbered('server', 'FA', [5001, 1002]),
      numbered('client', 'A', [1002, 5002]),
    ]
    for (const end of [reset, closed])
      await isRead([
        ...opened(1000, 5000),
        ...stray,
        ...end,
        ...opened(500_000, 9000),
        ...asked(500_000, 9000),
      ])
  })

  it('changes nothing behind a reset or FIN that the destination drops: its number is not the one waited for', async () => {
    for (const flags of ['R', 'RA', 'FA'])
      for (const number of [1001 + 2 ** 31, 1001 + 2 ** 30, 1002, 1000])
        await isRead([
          ...opened(1000, 5000),
          numbered('client', flags, [number, 5001]),
          challenge,
          ...stray,
          ...asked(1000, 5000),
        ])
  })

  it('begins another once the first was ended: by the number waited for, by the destination, or where it accepts the other', async () => {
    // Its SYN-ACK was lost, and its numbers lie before the first one's: nobody takes them for a part of that.
    const lost = [numbered('client', 'S', [4_000_000_000, 0]), ...asked(4_000_000_000, 9000)]
    const some = [numbered('client', 'PA', [1001, 5001], 'some'), numbered('server', 'A', [5001, 1005])]
    for (const end of [
      [numbered('client', 'R', [1001, 5001])],
      [...some, numbered('client', 'R', [1005, 5001])],
      [numbered('server', 'RA', [5001, 1001])],
      [numbered('server', 'FA', [5001, 1001])],
    ])
      await isRead([...opened(1000, 5000), ...end, ...lost])
    // What was sent last before the reset was not acknowledged: the next connection is known by who accepts it.
    const hasty = [some[0]!, numbered('client', 'R', [1005, 5001])]
    await isRead([...opened(1000, 5000), ...hasty, ...opened(500_000, 9000), ...asked(500_000, 9000)])
  })
})
