import { describe, expect, it } from 'vitest'
import { noFacts } from '#packet/flows/facts.ts'
import { ecdhReply, hostKeyBlob, kexInitOf, newKeys, openSsh76 } from '../samples/ssh.ts'
import { answers, asks, dissected, toPort, type Piece } from '../samples/stream.ts'
import { applications } from '../table.ts'

const connection: Piece[] = [
  answers('SSH-2.0-OpenSSH_9.6\r\n'),
  asks('SSH-2.0-OpenSSH_7.6p1 Ubuntu-4\r\n'),
  ['source', kexInitOf('client')],
  ['destination', kexInitOf('server')],
  ['destination', ecdhReply],
  ['destination', newKeys],
]

describe('SSH', () => {
  it('gives banners, HASSH of both ends as published, key exchange and host key', () => {
    const { ssh, protocols } = dissected(connection)
    expect(protocols).toContain('ssh')
    expect(ssh).toMatchObject({
      clientVersion: 'SSH-2.0-OpenSSH_7.6p1 Ubuntu-4',
      serverVersion: 'SSH-2.0-OpenSSH_9.6',
      hassh: openSsh76.hassh,
      hasshServer: openSsh76.hassh,
      clientKex: openSsh76.kex,
      hostKey: Buffer.from(hostKeyBlob).toString('base64'),
    })
    expect(ssh?.hasshString.split(';')).toHaveLength(4)
    expect(ssh?.hasshString).not.toContain('x-')
  })

  it('knows the ends when the capture has them the wrong way round', () => {
    const turned = connection.map(([end, bytes]): Piece => [
      end === 'source' ? 'destination' : 'source',
      bytes,
    ])
    const { ssh, asks: asked } = dissected(turned, {
      transport: 'tcp',
      sourcePort: 22,
      destinationPort: 50_000,
    })
    expect([...asked]).toEqual(['destination'])
    // Who the source is, the flow decides by it (flows/direction.test.ts); the dissector names ends as they are.
    expect(ssh?.serverVersion).toBe('SSH-2.0-OpenSSH_7.6p1 Ubuntu-4')
  })

  it('keeps the banner of a scanner that says nothing else, and of SSH 1', () => {
    expect(dissected([asks('SSH-2.0-Go')]).ssh?.clientVersion).toBe('SSH-2.0-Go')
    expect(dissected([asks('SSH-1.5-1.2.26\nrest')]).ssh).toMatchObject({
      clientVersion: 'SSH-1.5-1.2.26',
      hassh: '',
    })
  })

  it('accepts lines before the banner, but not without bound', () => {
    expect(dissected([answers('hi\r\nSSH-2.0-x\r\n')]).ssh?.serverVersion).toBe('SSH-2.0-x')
    expect(dissected([answers(`${'line\r\n'.repeat(2000)}SSH-2.0-x\r\n`)]).ssh).toBeNull()
  })

  it('stops at packets that cannot be: no HASSH from nonsense', () => {
    const { ssh } = dissected([asks('SSH-2.0-x\r\n\xff\xff\xff\xff\x14')], toPort(22))
    expect(ssh).toMatchObject({ clientVersion: 'SSH-2.0-x', hassh: '', clientKex: '' })
  })
})

describe('of connections on the same ports', () => {
  const said = (banner: string, ...more: Uint8Array[]): Piece[] => [
    asks(`${banner}\r\n`),
    ...more.map((bytes): Piece => ['source', bytes]),
  ]
  const offers = kexInitOf('client')
  const ofBoth = (first: Piece[], later: Piece[]) => {
    const facts = [first, later].map((pieces) => {
      const dissector = applications.open(toPort(22))
      for (const [end, bytes] of pieces) dissector.push(end, bytes, 0)
      const found = noFacts()
      dissector.finish(found)
      return found
    })
    const { ssh } = applications.recorded(applications.add(facts[0]!, facts[1]!))
    return [ssh?.clientVersion, ssh?.hassh, ssh?.clientKex]
  }

  it('banner, HASSH and key exchange are of one: the first that offers an exchange, else the first', () => {
    const { hassh, kex } = openSsh76
    expect(ofBoth(said('SSH-2.0-A'), said('SSH-2.0-B', offers))).toEqual(['SSH-2.0-B', hassh, kex])
    expect(ofBoth(said('SSH-2.0-A', offers), said('SSH-2.0-B'))).toEqual(['SSH-2.0-A', hassh, kex])
    expect(ofBoth(said('SSH-2.0-A', offers), said('SSH-2.0-B', offers))[0]).toBe('SSH-2.0-A')
    expect(ofBoth(said('SSH-2.0-A'), said('SSH-2.0-B'))).toEqual(['SSH-2.0-A', '', ''])
  })
})
