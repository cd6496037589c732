import { element, octets, sequence, tagged } from '../../der.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'
import { authenticated, challengeOf, ntlmIn } from '../ntlm/ntlm.ts'
import { readTpkt, tpkt } from '../tpkt.ts'

const longest = 8192
const [tlsSecurity, nlaSecurity] = [1, 2]

/** RDP up to the point where somebody has said who he is (MS-RDPBCGR §2.2.1, MS-CSSP §2.2.1). */
const machine: Machine<{ step: 'connect' | 'plain' | 'nla' }> = {
  longest,
  begin: () => ({ step: 'connect' }),
  take(state, bytes, talk) {
    if (state.step === 'nla') return credSsp(bytes, talk)
    const read = readTpkt(bytes, longest)
    if (read === null) {
      talk.end()
      return bytes.length
    }
    if ('needs' in read) return -read.needs
    const { cotp, used } = read
    if (state.step === 'connect' && cotp[1] === 0xe0) {
      const chosen = connect(cotp, talk)
      state.step = chosen === nlaSecurity ? 'nla' : 'plain'
    } else {
      // MCS Connect Initial: the client's name and keyboard are on the wire; the session ends here.
      talk.end()
    }
    return used
  },
}

/** Answers what is chosen of the securities on offer; the cookie names a user. */
function connect(cotp: Buffer, talk: Talk): number {
  const text = cotp.toString('latin1', 7)
  const [, user] = /Cookie: mstshash=([^\r\n]{0,200})\r\n/.exec(text) ?? []
  if (user !== undefined) talk.login(user, '', false)
  // RDP_NEG_REQ: type 1, flags, length 8, securities: the last eight bytes.
  const at = cotp.length - 8
  const isAsked = at >= 7 && cotp[at] === 1 && cotp.readUInt16LE(at + 2) === 8
  const asked = isAsked ? cotp.readUInt32LE(at + 4) : 0
  const chosen = asked & nlaSecurity ? nlaSecurity : asked & tlsSecurity
  const confirm = Buffer.from([isAsked ? 14 : 6, 0xd0, 0, 0, 0x12, 0x34, 0])
  const answer = isAsked ? Buffer.from([2, 0x1f, 8, 0, chosen, 0, 0, 0]) : Buffer.alloc(0)
  talk.reply(tpkt(Buffer.concat([confirm, answer])))
  if (chosen !== 0) talk.startTls()
  return chosen
}

/** TSRequest: NTLM's messages inside. Who proved a password is told and not let in. */
function credSsp(bytes: Buffer, talk: Talk): number {
  if (bytes[0] !== 0x30) {
    talk.end()
    return bytes.length
  }
  const read = element(bytes)
  if (read === null) return 0
  const ntlm = ntlmIn(read.content)
  if (ntlm?.kind === 1) {
    const token = sequence(sequence(tagged(0xa0, octets(challengeOf(talk)))))
    const version = tagged(0xa0, tagged(0x02, Buffer.from([6])))
    talk.reply(sequence(version, tagged(0xa1, token)))
  } else {
    if (ntlm?.kind === 3) authenticated(ntlm.message, talk)
    talk.end()
  }
  return read.used
}

export const rdp: Emulation = { stream: machine }
