import type { Emulation, Machine, Talk } from '../emulation.ts'
import { readTpkt, tpkt } from '../tpkt.ts'

const longest = 2048

/** S7 over ISO-on-TCP (RFC 1006): connection, set-up, and the lists by which a controller is identified. */
const machine: Machine<null> = {
  longest,
  begin: () => null,
  take(_state, bytes, talk) {
    const read = readTpkt(bytes, longest)
    if (read === null) {
      talk.end()
      return bytes.length
    }
    if ('needs' in read) return -read.needs
    const { cotp, used } = read
    if (cotp[1] === 0xe0) talk.reply(tpkt(confirmation(cotp)))
    else if (cotp[1] === 0xf0) {
      const answered = answer(cotp.subarray(cotp[0]! + 1), talk)
      if (answered !== null) talk.reply(tpkt(Buffer.concat([Buffer.from([2, 0xf0, 0x80]), answered])))
    } else talk.end()
    return used
  },
}

/** CC for a CR (ISO 8073): references turned round, the parameters as asked. */
function confirmation(cotp: Buffer): Buffer {
  const answered = Buffer.from(cotp.subarray(0, Math.max(7, Math.min(cotp.length, cotp[0]! + 1))))
  if (answered.length < 7) return Buffer.from([6, 0xd0, 0, 0, 0, 1, 0])
  answered[0] = answered.length - 1
  answered[1] = 0xd0
  answered[2] = cotp[4] ?? 0
  answered[3] = cotp[5] ?? 0
  answered[4] = 0
  answered[5] = 1
  return answered
}

function answer(asked: Buffer, talk: Talk): Buffer | null {
  if (asked.length < 10 || asked[0] !== 0x32) return null
  const parameters = asked.subarray(10, 10 + asked.readUInt16BE(6))
  // Job: set up communication; anything else is refused as not available.
  if (asked[1] === 1 && parameters[0] === 0xf0)
    return message(3, asked, Buffer.from([0xf0, 0, 0, 1, 0, 1, 0, 0xf0]))
  if (asked[1] === 1) {
    talk.command(`s7 function ${parameters[0]?.toString(16) ?? ''}: ${asked.toString('hex', 10, 60)}`)
    return message(3, asked, Buffer.from([parameters[0] ?? 0]), Buffer.alloc(0), 0x8104)
  }
  if (asked[1] === 7 && parameters[5] === 0x44) return list(asked, parameters, talk)
  return null
}

/** Reads a system status list: 0x11 module identification, 0x1c component identification. */
function list(asked: Buffer, parameters: Buffer, talk: Talk): Buffer {
  const id = asked.length >= 18 ? asked.readUInt16BE(asked.length - 4) : 0
  const { version = 'V3.2.6', server = '6ES7 315-2EH14-0AB0', hostname = 'PLC_1' } = talk.options
  const text = (value: string, length: number) => {
    const bytes = Buffer.alloc(length)
    bytes.write(value.slice(0, length), 'latin1')
    return bytes
  }
  const entries =
    id === 0x11
      ? [1, 6, 7].map((index) =>
          Buffer.concat([Buffer.from([0, index]), text(server, 20), revision(version)]),
        )
      : [hostname, 'CPU', 'Plant', 'Original', 'S C-X4U421302009', server].map((value, index) =>
          Buffer.concat([Buffer.from([0, index + 1]), text(value, 32)]),
        )
  const head = Buffer.alloc(8)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(entries[0]!.length, 4)
  head.writeUInt16BE(entries.length, 6)
  const data = Buffer.concat([head, ...entries])
  const counted = Buffer.alloc(4)
  counted[0] = 0xff
  counted[1] = 9
  counted.writeUInt16BE(data.length, 2)
  const sequence = parameters[7] ?? 0
  return message(
    7,
    asked,
    Buffer.from([0, 1, 0x12, 8, 0x12, 0x84, 1, sequence, 0, 0, 0, 0]),
    Buffer.concat([counted, data]),
  )
}

/** Kind of module, then the version as a letter and three numbers. */
const revision = (version: string): Buffer => {
  const numbers = version.match(/\d{1,2}/g) ?? []
  return Buffer.from([0, 0, 0x56, ...[0, 1, 2].map((at) => Number(numbers[at] ?? 0))])
}

function message(kind: 3 | 7, asked: Buffer, parameters: Buffer, data = Buffer.alloc(0), error = 0): Buffer {
  const head = Buffer.alloc(kind === 3 ? 12 : 10)
  head[0] = 0x32
  head[1] = kind
  asked.copy(head, 4, 4, 6)
  head.writeUInt16BE(parameters.length, 6)
  head.writeUInt16BE(data.length, 8)
  if (kind === 3) head.writeUInt16BE(error, 10)
  return Buffer.concat([head, parameters, data])
}

export const s7: Emulation = { stream: machine }
