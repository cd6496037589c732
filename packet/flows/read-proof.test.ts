import { describe, expect, it } from 'vitest'
import { tcp } from '../build/transport.ts'
import { client } from '../testing/exchange.ts'
import { frames, only, type Packet } from '../testing/two-ends.ts'

/** Claims about "Data nobody read" of docs/methods/direction.md. */

const request = 'GET /a HTTP/1.1\r\nHost: h.test\r\n\r\n'
const response = 'HTTP/1.1 200 OK\r\nServer: s\r\nContent-Length: 2\r\n\r\nok'

describe('a connection opened in the name of somebody who does not see the answers', () => {
  type Numbers = [sequence: number, acknowledgment: number]
  const numbered = (from: 'client' | 'server', flags: string, numbers: Numbers, payload = ''): Packet => {
    const [sourcePort, destinationPort] = from === 'client' ? [40_000, 80] : [80, 40_000]
    const [sequence, acknowledgment] = numbers
    return [from, tcp({ sourcePort, destinationPort, sequence, acknowledgment, flags, payload })]
  }
  const opened = numbered('client', 'S', [1, 0])
  const accepted = numbered('server', 'SA', [900_000, 2])
  const refused = numbered('server', 'RA', [0, 2])
  const reset = numbered('server', 'RA', [900_001, 2])
  const known = numbered('client', 'A', [2, 900_001])
  const sent = (acknowledgment: number): Packet => numbered('client', 'PA', [2, acknowledgment], request)
  const taken = numbered('server', 'A', [900_001, 2 + request.length])

  it('has no data: the destination accepted or refused, and read none', async () => {
    for (const packets of [
      [opened, accepted, sent(1)],
      [opened, accepted, sent(900_000)],
      [opened, accepted, sent(900_002)],
      [opened, sent(1), accepted],
      [opened, accepted, sent(1), reset],
      [opened, refused, sent(1)],
      [opened, sent(1), refused],
      // Another SYN does not make it another's.
      [opened, accepted, numbered('client', 'S', [5_000, 0]), sent(7)],
      // SYNs that never reach the destination, around the one that does.
      [
        ...[1, 2, 3, 4, 1_000, 5].map((number) => numbered('client', 'S', [number, 0])),
        numbered('server', 'SA', [900_000, 1_001]),
        numbered('client', 'PA', [1_001, 7], request),
      ],
      // The SYN was in an earlier capture.
      [accepted, sent(1)],
      [accepted, sent(1), reset],
      [sent(1), accepted],
    ]) {
      const one = await only(frames(packets))
      expect(one).toMatchObject({ source: { ip: client }, direction: 'request', http: null })
      expect(one.protocols).toEqual(['tcp'])
      expect(one.tcp?.handshake).toBe(false)
      expect(one.sourcePayload).toHaveLength(0)
    }
  })

  it('is unlike one that was answered in any order, with any loss that leaves a proof', async () => {
    const cookie = numbered('server', 'SA', [700_000, 2])
    const inSyn = [
      numbered('client', 'S', [1, 0], request),
      numbered('server', 'SA', [900_000, 2 + request.length]),
      numbered('client', 'R', [2 + request.length, 0]),
    ]
    // A stray SYN: the connection goes on, with a challenge ACK (RFC 5961 §4.2).
    const strayed = [
      numbered('client', 'S', [10_001, 0]),
      numbered('server', 'SA', [900_000, 10_002]),
      numbered('client', 'S', [5_000, 0]),
      numbered('server', 'A', [900_001, 10_002]),
      numbered('client', 'PA', [10_002, 900_001], request),
    ]
    for (const packets of [
      [opened, accepted, known, sent(900_001)],
      [opened, accepted, sent(900_001)],
      [opened, known, sent(900_001), accepted, taken],
      [opened, sent(900_001), accepted],
      [opened, accepted, sent(1_000_000), taken],
      [opened, sent(900_001), taken, reset],
      [opened, accepted, opened, cookie, known, sent(900_001)],
      inSyn,
      strayed,
      // Other numbers before and after the right one change nothing.
      [opened, accepted, ...[1, 2, 3].map(sent), known, sent(900_001), ...[4, 5].map(sent)],
      // The same with a higher number.
      [opened, accepted, numbered('client', 'S', [50_000, 0]), known, sent(900_001)],
      // Really another connection: the destination accepts it.
      [
        opened,
        accepted,
        numbered('client', 'S', [50_000, 0]),
        numbered('server', 'SA', [77_000, 50_001]),
        numbered('client', 'PA', [50_001, 77_001], request),
      ],
    ]) {
      const one = await only(frames(packets))
      expect(one.http?.requests).toMatchObject([{ uri: '/a' }])
    }
    const around = [opened, numbered('server', 'SA', [0xffff_ffff, 2]), sent(0)]
    expect((await only(frames(around))).tcp).toMatchObject({ handshake: true, initRtt: 2 })
  })

  it('keeps what the destination bears out, and what only one direction was captured of', async () => {
    const answered = [opened, accepted, sent(1_000_000), numbered('server', 'PA', [900_500, 9], response)]
    expect((await only(frames(answered))).http?.requests).toMatchObject([{ uri: '/a' }])
    expect((await only(frames([opened, sent(1)]))).http?.requests).toMatchObject([{ uri: '/a' }])
  })

  it('has no data either where a connection of its own went before, which keeps its own, or comes after', async () => {
    const own = (first: number, uri: string): Packet[] => [
      numbered('client', 'S', [first, 0]),
      numbered('server', 'SA', [first + 70_000, first + 1]),
      numbered('client', 'PA', [first + 1, first + 70_001], `GET ${uri} HTTP/1.1\r\nHost: h\r\n\r\n`),
      numbered('server', 'PA', [first + 70_001, first + 40], response),
    ]
    const blind = (first: number): Packet[] => [
      numbered('client', 'S', [first, 0]),
      numbered('server', 'SA', [first + 30_000, first + 1]),
      numbered('client', 'PA', [first + 1, 7], request),
    ]
    // A page of the destination that reads like a request, before the first SYN: it is nobody else's afterwards.
    const page = numbered('server', 'PA', [3_000_000, 1], 'GET /page HTTP/1.1\r\nHost: h\r\n\r\n')
    const after = await only(frames([page, ...blind(500_000)]))
    expect(after).toMatchObject({ source: { ip: client }, direction: 'request', http: null })
    expect(after.sourcePayload).toHaveLength(0)
    for (const packets of [
      [...own(1, '/own'), ...blind(500_000)],
      [...blind(500_000), ...own(1, '/own')],
      [...blind(400_000), ...own(1, '/own'), ...blind(500_000)],
    ])
      expect((await only(frames(packets))).http?.requests).toMatchObject([{ uri: '/own' }])
  })
})
