import type { Answerer, Emulation, Machine, Talk } from '../emulation.ts'

const headLength = 12
const [notImplemented, refusedCode] = [4, 5]
const types: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  48: 'DNSKEY',
  252: 'AXFR',
  255: 'ANY',
}

/** REFUSED with the question and nothing else (RFC 1035 §4.1): what is answered is never larger than what was asked. */
function answer(asked: Buffer, talk: Talk): Buffer | null {
  // An answer is never answered: two servers would talk for ever.
  if (asked.length < headLength || asked[2]! & 0x80) return null
  const question = questionOf(asked)
  if (question !== null) talk.command(`${types[question.type] ?? `TYPE${question.type}`} ${question.name}`)
  const answered = Buffer.from(asked.subarray(0, question?.end ?? headLength))
  const operation = (asked[2]! >> 3) & 15
  answered[2] = 0x80 | (asked[2]! & 0x79)
  answered[3] = operation === 0 ? refusedCode : notImplemented
  answered.fill(0, 4, headLength)
  answered[5] = question === null ? 0 : 1
  return answered
}

/** The first question; names of questions are not compressed. */
function questionOf(asked: Buffer): { name: string; type: number; end: number } | null {
  if (asked.readUInt16BE(4) === 0) return null
  const labels: string[] = []
  for (let at = headLength; labels.length < 128;) {
    const length = asked[at]
    if (length === undefined || length > 63) return null
    if (length === 0)
      return asked.length < at + 5
        ? null
        : { name: labels.join('.') || '.', type: asked.readUInt16BE(at + 1), end: at + 5 }
    labels.push(asked.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return null
}

const datagram: Answerer = { answer }

/** Over TCP with two bytes of length before each message (RFC 1035 §4.2.2). */
const stream: Machine<null> = {
  longest: 4096,
  begin: () => null,
  take(_state, bytes, talk) {
    if (bytes.length < 2) return -2
    const length = bytes.readUInt16BE(0)
    if (length < headLength || length > 4000) {
      talk.end()
      return bytes.length
    }
    if (bytes.length < length + 2) return -(length + 2)
    const answered = answer(bytes.subarray(2, length + 2), talk)
    if (answered !== null)
      talk.reply(Buffer.concat([Buffer.from([answered.length >> 8, answered.length & 0xff]), answered]))
    return length + 2
  },
}

export const dns: Emulation = { stream, datagram }
