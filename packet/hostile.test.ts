import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pcap } from './build/pcap.ts'
import { block, pcapng } from './build/pcapng.ts'
import { limits } from './limits.ts'
import { dissected } from './testing/dissected.ts'
import { assorted } from './testing/exchange.ts'

const frames = assorted()
const whole = pcap(frames)
const forms: [string, Uint8Array][] = [
  ['pcap', whole],
  ['pcapng', pcapng(frames)],
]

describe('a capture cut at every byte', () => {
  it.each(forms)('as %s gives what the packets before the cut prove', async (_name, bytes) => {
    let packets = 0
    for (let length = 4; length < bytes.length; length++) {
      const { report, conversations } = await dissected(bytes.subarray(0, length))
      expect(report.packets).toBeGreaterThanOrEqual(packets)
      packets = report.packets
      expect(conversations).toEqual((await prefix(packets)).conversations)
      if (report.truncated) expect(report.skipped.map((skip) => skip.reason)).toEqual(['cut-short-file'])
    }
    expect(packets).toBe(frames.length - 1)
  })

  it.each([
    ['gzip', gzipSync(whole)],
    ['zstd', zstdCompressSync(whole)],
  ])('inside %s keeps what could be decompressed and says so', async (_name, bytes) => {
    for (let length = bytes.length - 1; length > 4; length -= 7) {
      const got = await dissected(bytes.subarray(0, length)).catch((error: unknown) => error)
      if (got instanceof Error) expect(got).toMatchObject({ code: 'unreadable-capture' })
      else expect(got).toMatchObject({ report: { truncated: true } })
    }
  })
})

describe('a capture that unfolds without end', () => {
  it.each([
    ['gzip', gzipSync(Buffer.concat([whole, Buffer.alloc(50_000_000)]))],
    ['zstd', zstdCompressSync(Buffer.concat([whole, Buffer.alloc(50_000_000)]))],
  ])('inside %s is read up to the limit and says so', async (_name, bytes) => {
    const plainLimit = 5_000_000
    const { report, conversations } = await dissected(bytes, undefined, { plainLimit })
    expect(report.packets).toBeGreaterThan(frames.length)
    expect(report.packets).toBeLessThanOrEqual(plainLimit / 16)
    expect(conversations).toEqual((await dissected(whole)).conversations)
    expect(report).toMatchObject({ truncated: true })
    expect(report.skipped.map(({ reason }) => reason)).toContain('too-long')
  })
})

describe('a capture of as many link types as there are', () => {
  it('has a short report, in which every packet is counted', async () => {
    const types = 65_536
    const described = Array.from({ length: types }, (_, type) => {
      const one = new DataView(new ArrayBuffer(8))
      one.setUint16(0, type, true)
      return block(1, one, true)
    })
    const packets = Array.from({ length: types }, (_, from) => {
      const one = new DataView(new ArrayBuffer(20))
      one.setUint32(0, from, true)
      return block(6, one, true)
    })
    const section = pcapng([]).subarray(0, 28)
    const { report } = await dissected(Buffer.concat([section, ...described, ...packets]))
    expect(report.packets).toBe(types)
    expect(report.linkTypes).toHaveLength(limits.linkTypes)
    expect(report.skipped.find(({ reason }) => reason === 'unknown-link-type')?.count).toBeGreaterThan(60_000)
    expect(JSON.stringify(report).length).toBeLessThan(2048)
  })
})

describe('a mutated capture', () => {
  it.each(forms)('as %s never makes it throw, and packets and skips stay counted', async (_name, bytes) => {
    const random = seeded(20260101)
    for (let round = 0; round < 500; round++) {
      const copy = Uint8Array.from(bytes)
      // The first four bytes stay: without a magic number it is no capture.
      for (let i = 0; i <= random(8); i++) copy[4 + random(copy.length - 4)] = random(256)
      const { report, conversations } = await dissected(copy, 1 + random(5000))
      expect(report.sessions).toBe(conversations.length)
      expect(report.packets).toBeLessThanOrEqual(copy.length / 16)
      for (const skip of report.skipped) expect(skip.count).toBeGreaterThan(0)
    }
  })
})

describe('a damaged record header', () => {
  it('costs the records up to the next plausible one and is reported with its place', async () => {
    const copy = Uint8Array.from(whole)
    const second = 24 + 16 + frames[0]!.frame.length
    copy.set([0xff, 0xff, 0xff, 0xff], second + 8)
    for (const size of [65_536, 1]) {
      const { report, conversations } = await dissected(copy, size)
      expect(report.packets).toBe(frames.length - 1)
      expect(conversations).toHaveLength(4)
      expect(report.skipped).toEqual([
        { reason: 'damaged-record', count: 1, firstAt: { offset: second, packet: 1 } },
      ])
    }
  })

  it('in pcapng costs the block', async () => {
    const copy = Buffer.from(pcapng(frames))
    const section = copy.readUInt32LE(4)
    const first = section + copy.readUInt32LE(section + 4)
    copy.writeUInt32LE(13, first + 4)
    const { report } = await dissected(copy)
    expect(report.packets).toBe(frames.length - 1)
    expect(report.skipped).toEqual([
      { reason: 'damaged-record', count: 1, firstAt: { offset: first, packet: 0 } },
    ])
  })
})

const prefixes = new Map<number, ReturnType<typeof dissected>>()
function prefix(packets: number): ReturnType<typeof dissected> {
  let known = prefixes.get(packets)
  if (!known) prefixes.set(packets, (known = dissected(pcap(frames.slice(0, packets)))))
  return known
}

/** A small deterministic generator (mulberry32): integers below `n`. */
function seeded(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}
