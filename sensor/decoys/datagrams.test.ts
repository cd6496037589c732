import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AnswerRate } from './listeners/rate.ts'
import { type Opened, opened, profileOf } from './testing/opened.ts'
import { samples } from './testing/samples.ts'

const query = samples.find(({ protocol, client }) => protocol === 'dns' && client === 'ANY')!.said[0]!

describe('decoys of datagrams', () => {
  let open: Opened
  let now = Date.UTC(2026, 0, 1)
  beforeAll(async () => {
    open = await opened(profileOf([{ port: 53, transport: 'udp', protocol: 'dns' }]), () => now)
  })
  afterAll(() => open.decoys.close())

  it('answer from the address that was asked, tell both ends, and end after a silence', async () => {
    expect(open.listening).toMatchObject([{ port: 53, transport: 'udp', error: null }])
    const socket = createSocket('udp4')
    const heard = new Promise<{ bytes: Buffer; address: string; port: number }>((resolve) =>
      socket.on('message', (bytes, { address, port }) => resolve({ bytes, address, port })),
    )
    socket.send(query, open.at(53), '127.0.0.1')
    expect(await heard).toMatchObject({ address: '127.0.0.1', port: open.at(53) })
    expect((await heard).bytes[3]! & 15).toBe(5)
    expect(open.said.map(({ what }) => what)).toEqual(['opened', 'read', 'event', 'wrote'])
    expect(open.said[0]!.flow).toEqual({
      transport: 'udp',
      source: '127.0.0.1',
      sourcePort: socket.address().port,
      destination: '127.0.0.1',
      destinationPort: 53,
    })
    now += 16_000
    await expect.poll(() => open.said.at(-1)!.what).toBe('closed')
    socket.close()
  })

  it('stop answering a target that gets too many answers, and count it', async () => {
    const socket = createSocket('udp4')
    let answers = 0
    socket.on('message', () => answers++)
    for (let i = 0; i < 100; i++) socket.send(query, open.at(53), '127.0.0.1')
    await expect.poll(() => open.decoys.losses()['answers-rate'] ?? 0).toBeGreaterThanOrEqual(79)
    expect(answers).toBeLessThanOrEqual(21)
    socket.close()
  })
})

describe('the rate of answers', () => {
  it('is shared by a network, and comes back with time', () => {
    const rate = new AnswerRate()
    const allowed = (address: string, at: number) =>
      Array.from({ length: 50 }, () => rate.allows(address, at)).filter(Boolean).length
    expect(allowed('192.0.2.1', 0)).toBe(20)
    expect(allowed('192.0.2.2', 0)).toBe(0)
    expect(allowed('198.51.100.1', 0)).toBe(20)
    expect(allowed('192.0.2.1', 1000)).toBe(2)
    expect(allowed('2001:db8::1', 0)).toBe(20)
    // The same /64, however short its addresses are written.
    expect(allowed('2001:db8::2', 0)).toBe(0)
    expect(allowed('2001:db8:0:0:1::', 0)).toBe(0)
    expect(allowed('2001:db8:0:1::1', 0)).toBe(20)
    expect(allowed('192.0.2.1', 3_600_000)).toBe(20)
  })
})
