import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecoyProtocol, decoyProtocols, transportsOf } from '#model/sensor/profile.ts'
import { emulations } from './protocols/table.ts'
import { Rehearsal } from './testing/rehearsal.ts'
import { rehearsalFor, type Sample, samples } from './testing/samples.ts'

const streams = samples.filter(({ transport }) => transport === 'tcp')
const datagrams = samples.filter(({ transport }) => transport === 'udp')
const name = ({ protocol, transport, client }: Sample) => `${protocol} over ${transport}, ${client}`
const machineOf = ({ protocol }: Sample) => emulations[protocol].stream!

const outcome = (sample: Sample, pieces: readonly Buffer[]) => {
  const talk = rehearsalFor(sample).hear(machineOf(sample), ...pieces)
  return {
    replied: talk.replied.toString('latin1'),
    events: talk.events,
    isOver: talk.isOver,
    isTooLong: talk.isTooLong,
  }
}

/** A conversation that somebody changed: bytes turned, left out, put in, doubled, or another's put behind. */
const changed = (all: readonly Sample[]) =>
  fc.constantFrom(...all).chain((sample) => {
    const bytes = Buffer.concat(sample.said)
    const place = fc.nat(Math.max(0, bytes.length - 1))
    const change = fc.oneof(
      fc.record({ at: place, cut: fc.nat(4), put: fc.uint8Array({ maxLength: 6 }) }),
      fc.record({
        at: place,
        cut: fc.constant(0),
        put: fc.constantFrom(...all).map(({ said }) => said[0] ?? Buffer.alloc(0)),
      }),
      fc.record({
        at: place,
        cut: fc.nat(2),
        put: fc.constantFrom(Buffer.alloc(4, 0xff), Buffer.alloc(4), Buffer.alloc(5000, 0x41)),
      }),
    )
    return fc.record({
      sample: fc.constant(sample),
      bytes: fc
        .array(change, { minLength: 1, maxLength: 4 })
        .map((changes) =>
          changes.reduce(
            (now, { at, cut, put }) => Buffer.concat([now.subarray(0, at), put, now.subarray(at + cut)]),
            bytes,
          ),
        ),
    })
  })

/** Seconds of this process that something took; no clock of the wall, which others make run. */
const cpuSeconds = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** The most that a byte may bring back, and the most that comes of few: a directory, a help, a greeting. */
const bounds = { perByte: 64, few: 65_536 }

describe('every protocol', () => {
  it('has an emulation for what carries it, and samples of what is said to it', () => {
    for (const protocol of decoyProtocols)
      for (const transport of transportsOf(protocol)) {
        const { stream, attached, datagram } = emulations[protocol]
        expect([protocol, transport === 'udp' ? datagram : (stream ?? attached)]).not.toContain(undefined)
        if (attached === undefined)
          expect(
            samples.some((one) => one.protocol === protocol && one.transport === transport),
            protocol,
          ).toBe(true)
      }
  })
})

describe('where a stream is cut', () => {
  it.each(streams.map((sample) => [name(sample), sample] as const))(
    'makes no difference: %s',
    (_name, sample) => {
      const whole = Buffer.concat(sample.said)
      const expected = outcome(sample, [whole])
      expect(outcome(sample, sample.said)).toEqual(expected)
      expect(
        outcome(
          sample,
          [...whole].map((byte) => Buffer.from([byte])),
        ),
      ).toEqual(expected)
      for (let at = 1; at < whole.length; at++)
        expect(outcome(sample, [whole.subarray(0, at), whole.subarray(at)])).toEqual(expected)
    },
  )

  it('makes no difference to what somebody changed either', () => {
    fc.assert(
      fc.property(changed(streams), fc.nat(), ({ sample, bytes }, cut) => {
        const at = cut % (bytes.length + 1)
        expect(outcome(sample, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(outcome(sample, [bytes]))
      }),
      { numRuns: 1500 },
    )
  })
})

describe('whatever is said', () => {
  it('fails no emulation, takes less than a second, and brings back a bounded amount', () => {
    fc.assert(
      fc.property(changed(streams), ({ sample, bytes }) => {
        let replied = 0
        const took = cpuSeconds(() => (replied = outcome(sample, [bytes]).replied.length))
        expect(took).toBeLessThan(1)
        expect(replied).toBeLessThanOrEqual(bounds.few + bounds.perByte * bytes.length)
      }),
      { numRuns: 3000 },
    )
  })

  it('and however slowly it comes, costs no more than a little for each packet', () => {
    const chunked = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'
    const slow: [DecoyProtocol, string][] = [
      ['http', `${chunked}${'1\na\n'.repeat(15_000)}`],
      ['http', `GET / HTTP/1.1\r\n${'a:\n'.repeat(5000)}`],
      ['redis', `*1024\r\n${'$0\r\n\r\n'.repeat(1023)}$60000\r\n${'a'.repeat(60_000)}`],
    ]
    for (const [protocol, said] of slow) {
      const pieces = said.match(/.{1,8}/gs)!
      const talk = new Rehearsal(protocol)
      const took = cpuSeconds(() => void talk.hear(emulations[protocol].stream!, ...pieces))
      expect(took, `${protocol}: ${said.slice(0, 30)}`).toBeLessThan(2)
    }
  })

  it('however long, is answered within a second or hung up on', () => {
    for (const sample of streams)
      for (const filler of [
        '\r\n',
        'a',
        '\0',
        '\xff',
        ' ',
        'GET / HTTP/1.1\r\n\r\n',
        Buffer.concat(sample.said).toString('latin1'),
      ]) {
        const bytes = Buffer.from(filler.repeat(Math.ceil(100_000 / Math.max(1, filler.length))), 'latin1')
        expect(
          cpuSeconds(() => void outcome(sample, [...sample.said, bytes])),
          name(sample),
        ).toBeLessThan(1)
      }
  })
})

describe('a datagram', () => {
  const answered = (sample: Sample, question: Buffer) =>
    emulations[sample.protocol].datagram!.answer(question, rehearsalFor(sample))

  it('that is what a client says is answered', () => {
    const silent = datagrams.filter((sample) => answered(sample, sample.said[0]!) === null)
    expect(silent.map(name)).toEqual(['ntp over udp, monlist'])
  })

  it('is never answered by more than it was: nobody is hit by more than was sent in his name', () => {
    const any = fc.record({ sample: fc.constantFrom(...datagrams), bytes: fc.uint8Array({ maxLength: 600 }) })
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: changed(datagrams) }, any), ({ sample, bytes }) => {
        const question = Buffer.from(bytes)
        expect(answered(sample, question)?.length ?? 0).toBeLessThanOrEqual(question.length)
      }),
      { numRuns: 5000 },
    )
  })

  it('is never the beginning of a talk without end between two that answer each other', () => {
    const any = fc.record({ sample: fc.constantFrom(...datagrams), bytes: fc.uint8Array({ maxLength: 600 }) })
    const two = fc.oneof({ weight: 3, arbitrary: changed(datagrams) }, any)
    fc.assert(
      fc.property(two, fc.constantFrom(...datagrams), ({ sample, bytes }, other) => {
        let said: Uint8Array | null = Buffer.from(bytes)
        for (let turn = 0; turn < 700 && said !== null; turn++)
          said = answered(turn % 2 === 0 ? sample : other, Buffer.from(said))
        expect(said).toBeNull()
      }),
      { numRuns: 5000 },
    )
  })

  it('cut anywhere is never answered by more than is left of it', () => {
    for (const sample of datagrams)
      for (let length = 0; length <= sample.said[0]!.length; length++)
        expect(answered(sample, sample.said[0]!.subarray(0, length))?.length ?? 0).toBeLessThanOrEqual(length)
  })
})
