import { describe, expect, it } from 'vitest'
import { clientInitialKeys } from './quic/initial-keys.ts'
import { dtlsFragment, quicInitial, withCookie } from './samples/datagrams.ts'
import { dissected, toPort, type Piece } from './samples/stream.ts'
import { chrome, helloBody } from './samples/tls.ts'
import { applications } from './table.ts'
import { FragmentedHello } from './tls/dtls.ts'

const udp = { ...toPort(443), transport: 'udp' } as const
const said = (...datagrams: Uint8Array[]) =>
  dissected(
    datagrams.map((bytes): Piece => ['source', bytes]),
    udp,
  )

const body = helloBody(chrome)
const dtlsBody = withCookie(body)
const message = Uint8Array.from([1, 0, body.length >> 8, body.length & 0xff, ...body])
const id = Uint8Array.of(0x83, 0x94, 0xc8, 0xf0, 0x3e, 0x51, 0x57, 0x08)
const print = '_8daaf6152771_e5627efa2ab1'
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('DTLS', () => {
  it('gives the JA4 of a hello, whole or in fragments in any order, and no JA3', () => {
    const whole = said(dtlsFragment(dtlsBody, 0, dtlsBody.length))
    expect(whole.tls).toMatchObject({ ja4: [`d13d1516h2${print}`], ja3: [], serverNames: ['scanme.example'] })
    expect(whole.protocols).toContain('dtls')
    const parts = [
      dtlsFragment(dtlsBody, 100, 1000),
      dtlsFragment(dtlsBody, 0, 60),
      dtlsFragment(dtlsBody, 50, 70),
    ]
    expect(said(...parts).tls?.ja4).toEqual([`d13d1516h2${print}`])
    expect(said(...parts.slice(0, 2)).tls).toBeNull()
  })

  it('gathers one hello after the other in the same memory, however many are named and never whole', () => {
    const gathering = new FragmentedHello()
    const memory = new Set<ArrayBufferLike>()
    for (let sequence = 0; sequence < 2000; sequence++) {
      const letters = Uint8Array.of(sequence, sequence + 1, sequence + 2)
      gathering.add(sequence, 3, 1, letters.subarray(1))
      // Another begins, so the first is forgotten.
      gathering.add(sequence + 1, 3, 0, letters.subarray(0, 2))
      const body = gathering.add(sequence + 1, 3, 2, letters.subarray(2))
      expect(body).toEqual(letters)
      memory.add(body!.buffer)
    }
    for (let length = 4; length <= 16_384; length++) {
      gathering.add(1, length, 0, Uint8Array.of(1))
      memory.add(gathering.add(1, length, 1, new Uint8Array(length - 1))!.buffer)
    }
    expect(memory.size).toBeLessThan(20)
    expect(gathering.size).toBe(2 * 16_384)
  })

  it('keeps nothing for a fragment without bytes, nor for one that is all of its hello', () => {
    const reader = applications.open(udp)
    const small = withCookie(helloBody({ ciphers: [1] }))
    const datagram = Buffer.concat([dtlsFragment(dtlsBody, 40, 0), dtlsFragment(small, 0, 1000)])
    reader.push('source', datagram, 0)
    const { bufferedBytes } = reader
    expect(bufferedBytes).toBeLessThan(200)
    reader.push('source', dtlsFragment(dtlsBody, 0, 60), 0)
    expect(reader.bufferedBytes).toBe(bufferedBytes + 2 * dtlsBody.length)
  })
})

describe('QUIC', () => {
  it('makes the keys of RFC 9001 A.1 and RFC 9369 A.1', () => {
    const first = { salt: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a', label: 'quic', initialType: 0 } as const
    const one = clientInitialKeys(first, id)
    expect([one.key, one.iv, one.headerProtection].map(hex)).toEqual([
      '1f369613dd76d5467730efcbe3b1a22d',
      'fa044b2f42a3fd3b46fb255c',
      '9f50449e04a0e810283a1e9933adedd2',
    ])
    const second = {
      salt: '0dede3def700a6db819381be6e269dcbf9bd2ed9',
      label: 'quicv2',
      initialType: 1,
    } as const
    const two = clientInitialKeys(second, id)
    expect([two.key, two.iv, two.headerProtection].map(hex)).toEqual([
      '8b1a0bc121284290a29e0971b5cd045d',
      '91f73e2351d8fa91660e909f',
      '45b95e15235d6f45a6b19cbcb0294ba9',
    ])
  })

  it('gives the hello of Initial packets, its frames in any order', () => {
    const { tls, protocols } = said(
      quicInitial(id, 0, [{ offset: 80, data: message.subarray(80) }]),
      quicInitial(id, 1, [
        { offset: 40, data: message.subarray(40, 80) },
        { offset: 0, data: message.subarray(0, 50) },
      ]),
    )
    expect([...protocols].sort()).toEqual(['quic', 'tls'])
    expect(tls).toMatchObject({ ja4: [`q13d1516h2${print}`], alpn: ['h2', 'http/1.1'] })
    expect(tls?.ja3).toHaveLength(1)
  })

  it('reads the last drafts with the salt of version 1, and earlier ones with their own', () => {
    const of = (version: number) => said(quicInitial(id, 0, [{ offset: 0, data: message }], version))
    for (const version of [0xff000021, 0xff000022])
      expect(of(version).tls?.ja4).toEqual([`q13d1516h2${print}`])
    for (const version of [0xff00001d, 0xff000020, 0xff000023]) expect(of(version).tls).toBeNull()
  })

  it('counts a hello sent again once', () => {
    const packet = (number: number) => quicInitial(id, number, [{ offset: 0, data: message }])
    expect(said(packet(0), packet(1)).tls?.ja4).toHaveLength(1)
  })
})

describe('no datagram makes a dissector throw', () => {
  const samples = [
    dtlsFragment(dtlsBody, 0, dtlsBody.length),
    dtlsFragment(dtlsBody, 100, 50),
    quicInitial(id, 7, [{ offset: 0, data: message }]),
  ]

  it('cut off after every byte', () => {
    for (const sample of samples) {
      for (let length = 0; length < sample.length; length++)
        expect(said(sample.subarray(0, length)).tls).toBeNull()
    }
  })

  it('with any byte changed', () => {
    for (const sample of samples) {
      for (let at = 0; at < sample.length; at++) {
        const changed = Uint8Array.from(sample)
        changed[at]! ^= 0xff
        expect(said(changed, sample).protocols).toBeInstanceOf(Set)
      }
    }
  })
})
