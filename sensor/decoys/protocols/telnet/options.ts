import type { Talk } from '../emulation.ts'

const [subEnd, sub, will, dont] = [240, 250, 251, 254]
const iac = 0xff

/** A command of Telnet at the start of the bytes (RFC 854): nothing is agreed to beyond what was offered. @returns its length */
export function negotiated(bytes: Buffer, talk: Talk): number {
  const command = bytes[1]
  if (command === undefined) return 0
  if (command === sub) {
    const end = bytes.indexOf(Buffer.from([iac, subEnd]), 2)
    return end < 0 ? 0 : end + 2
  }
  if (command < will || command > dont) return 2
  const option = bytes[2]
  if (option === undefined) return 0
  // Echo and go-ahead were offered; another DO is answered with WONT, every WILL with DONT (RFC 1143 §7).
  if (command === 253 && option !== 1 && option !== 3) talk.reply(Buffer.from([iac, 252, option]))
  if (command === 251) talk.reply(Buffer.from([iac, 254, option]))
  return 3
}
