import type { Emulation, Machine, Talk } from '../emulation.ts'

const headLength = 7
const longestUnit = 254
const [illegalFunction, illegalValue] = [1, 3]

/** Modbus/TCP: a device whose registers are all zero, and who takes every write as done. */
const machine: Machine<null> = {
  longest: headLength + longestUnit,
  begin: () => null,
  take(_state, bytes, talk) {
    if (bytes.length < headLength) return -headLength
    const length = bytes.readUInt16BE(4)
    if (bytes.readUInt16BE(2) !== 0 || length < 2 || length > longestUnit) {
      talk.end()
      return bytes.length
    }
    const total = 6 + length
    if (bytes.length < total) return -total
    const body = answer(bytes.subarray(headLength, total), talk)
    const head = Buffer.from(bytes.subarray(0, headLength))
    head.writeUInt16BE(body.length + 1, 4)
    talk.reply(Buffer.concat([head, body]))
    return total
  },
}

function answer(asked: Buffer, talk: Talk): Buffer {
  const code = asked[0]!
  const refuse = (why: number) => Buffer.from([code | 0x80, why])
  if (code >= 1 && code <= 4) {
    if (asked.length !== 5) return refuse(illegalValue)
    const count = asked.readUInt16BE(3)
    const most = code <= 2 ? 2000 : 125
    if (count === 0 || count > most) return refuse(illegalValue)
    const size = code <= 2 ? Math.ceil(count / 8) : count * 2
    return Buffer.concat([Buffer.from([code, size]), Buffer.alloc(size)])
  }
  if (code === 5 || code === 6 || code === 15 || code === 16) {
    if (asked.length < 5) return refuse(illegalValue)
    talk.command(`write ${code} at ${asked.readUInt16BE(1)}: ${asked.toString('hex', 3, 60)}`)
    return Buffer.from(asked.subarray(0, 5))
  }
  const { version = '1.0', server = 'PLC', hostname = 'plc' } = talk.options
  if (code === 17) {
    const name = Buffer.from(`${server} ${version}`.slice(0, 100))
    return Buffer.concat([Buffer.from([17, name.length + 2, 0]), name, Buffer.from([0xff])])
  }
  // Read device identification (function 43, MEI type 14): vendor, product, revision.
  if (code === 43 && asked[1] === 14) {
    const objects = [server, hostname, version].map((text, id) => {
      const bytes = Buffer.from(text.slice(0, 60))
      return Buffer.concat([Buffer.from([id, bytes.length]), bytes])
    })
    return Buffer.concat([Buffer.from([43, 14, asked[2] ?? 1, 1, 0, 0, objects.length]), ...objects])
  }
  return refuse(illegalFunction)
}

export const modbus: Emulation = { stream: machine }
