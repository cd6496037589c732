import type { Emulation, Machine } from '../emulation.ts'
import { answerSmb1 } from './smb1.ts'
import { answerSmb2 } from './smb2.ts'

const longest = 65_536

/** Units of NetBIOS sessions over port 445 (RFC 1002 §4.3.1) that hold messages of SMB 1 or 2. */
const machine: Machine<{ isIn: boolean }> = {
  longest: longest + 4,
  begin: () => ({ isIn: false }),
  take(state, bytes, talk) {
    if (bytes.length < 4) return -4
    const length = bytes.readUIntBE(1, 3)
    // Session request of port 139: answered positively.
    if (bytes[0] === 0x81 && length <= 512) {
      if (bytes.length < length + 4) return -(length + 4)
      talk.reply(Buffer.from([0x82, 0, 0, 0]))
      return length + 4
    }
    if (bytes[0] !== 0 || length < 32 || length > longest) {
      talk.end()
      return bytes.length
    }
    if (bytes.length < length + 4) return -(length + 4)
    const message = bytes.subarray(4, length + 4)
    const kind = message.toString('latin1', 0, 4)
    const answered =
      kind === '\xfeSMB' && length >= 64
        ? answerSmb2(message, state, talk)
        : kind === '\xffSMB'
          ? answerSmb1(message, state, talk)
          : null
    if (answered === null) talk.end()
    else {
      const head = Buffer.alloc(4)
      head.writeUIntBE(answered.length, 1, 3)
      talk.reply(Buffer.concat([head, answered]))
    }
    return length + 4
  },
}

export const smb: Emulation = { stream: machine }
