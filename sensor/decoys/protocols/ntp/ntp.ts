import type { Answerer, Emulation, Talk } from '../emulation.ts'

const length = 48
/** Seconds from 1900 to 1970. */
const epoch = 2_208_988_800

/** The time for whoever asks (RFC 5905 §7.3); control and private requests, which made amplifiers, get an error or nothing. */
const datagram: Answerer = {
  answer(asked, talk) {
    const mode = asked[0] === undefined ? 0 : asked[0] & 7
    if (mode === 3 && asked.length >= length) return time(asked, talk)
    if (mode === 6 && asked.length >= 12 && !(asked[1]! & 0x80)) {
      talk.command(`control ${asked[1]! & 0x1f}`)
      const answered = Buffer.from(asked.subarray(0, 12))
      // Response and error, "bad operation" (RFC 9327 §2), no data.
      answered[1] = 0xc0 | (asked[1]! & 0x1f)
      answered.writeUInt16BE(0x0300, 4)
      answered.fill(0, 8, 12)
      return answered
    }
    if (mode === 7 && asked.length >= 4)
      talk.command(asked[3] === 42 || asked[3] === 20 ? 'monlist' : `private ${asked[3]}`)
    return null
  },
}

function time(asked: Buffer, talk: Talk): Buffer {
  const answered = Buffer.alloc(length)
  answered[0] = (asked[0]! & 0x38) | 4
  answered[1] = 2
  answered[2] = asked[2]!
  answered[3] = 0xe9
  answered.writeUInt32BE(0x0000_0a3d, 4)
  answered.writeUInt32BE(0x0000_0c1f, 8)
  answered.write('GPS\0', 12, 'latin1')
  writeTime(answered, 16, talk.now() - 312_000)
  asked.copy(answered, 24, 40, 48)
  writeTime(answered, 32, talk.now())
  writeTime(answered, 40, talk.now())
  return answered
}

const writeTime = (bytes: Buffer, at: number, ms: number): void => {
  bytes.writeUInt32BE((Math.floor(ms / 1000) + epoch) >>> 0, at)
  bytes.writeUInt32BE(Math.floor(((ms % 1000) / 1000) * 2 ** 32) >>> 0, at + 4)
}

export const ntp: Emulation = { datagram }
