import type { Emulation, Machine } from '../emulation.ts'

type State = { step: 'version' | 'type' | 'response'; isOld: boolean }

const failed = 'Authentication failed'
const withLength = (text: string): Buffer => {
  const bytes = Buffer.alloc(4 + text.length)
  bytes.writeUInt32BE(text.length)
  bytes.write(text, 4, 'latin1')
  return bytes
}

/** RFB 3.3 to 3.8 (RFC 6143 §7.1, 7.2.2): a challenge is sent, its answer proves a password that nobody is let in with. */
const machine: Machine<State> = {
  longest: 64,
  begin(talk) {
    talk.reply('RFB 003.008\n')
    return { step: 'version', isOld: false }
  },
  take(state, bytes, talk) {
    if (state.step === 'version') {
      if (bytes.length < 12) return -12
      const [, minor] = /^RFB 003\.(\d{3})\n$/.exec(bytes.toString('latin1', 0, 12)) ?? []
      if (minor === undefined) talk.end()
      else if (Number(minor) < 7) {
        // Version 3.3: the server chooses the type.
        Object.assign(state, { step: 'response', isOld: true })
        talk.reply(Buffer.concat([Buffer.from([0, 0, 0, 2]), talk.random(16)]))
      } else {
        state.step = 'type'
        state.isOld = Number(minor) < 8
        talk.reply(Buffer.from([1, 2]))
      }
      return 12
    }
    if (state.step === 'type') {
      if (bytes[0] === 2) {
        state.step = 'response'
        talk.reply(talk.random(16))
      } else talk.end()
      return 1
    }
    if (bytes.length < 16) return -16
    // A proof by DES of a password that stays unknown.
    talk.login('', '', false)
    talk.reply(Buffer.concat([Buffer.from([0, 0, 0, 1]), state.isOld ? Buffer.alloc(0) : withLength(failed)]))
    talk.end()
    return 16
  },
}

export const vnc: Emulation = { stream: machine }
