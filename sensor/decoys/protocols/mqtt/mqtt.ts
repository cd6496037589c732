import type { Emulation, Machine, Talk } from '../emulation.ts'

interface State {
  isIn: boolean
  level: number
}

const longestPacket = 65_536

/** MQTT 3.1, 3.1.1 and 5: credentials of CONNECT, topics of SUBSCRIBE and PUBLISH. */
const machine: Machine<State> = {
  longest: longestPacket + 5,
  begin: () => ({ isIn: false, level: 4 }),
  take(state, bytes, talk) {
    const size = remaining(bytes)
    if (size === null) return 0
    if (size.length > longestPacket) {
      talk.end()
      return bytes.length
    }
    const total = size.at + size.length
    if (bytes.length < total) return -total
    handle(state, bytes[0]!, bytes.subarray(size.at, total), talk)
    return total
  },
}

/** Seven bits a byte, at most four bytes (MQTT 3.1.1 §2.2.3). */
function remaining(bytes: Buffer): { length: number; at: number } | null {
  let length = 0
  for (let at = 1; at <= 4; at++) {
    const byte = bytes[at]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 128 ** (at - 1)
    if (byte < 0x80) return { length, at: at + 1 }
  }
  return { length: Number.POSITIVE_INFINITY, at: 5 }
}

function handle(state: State, first: number, body: Buffer, talk: Talk): void {
  const kind = first >> 4
  if (kind === 1) return connect(state, body, talk)
  if (!state.isIn || kind === 14) return talk.end()
  const id = body.subarray(0, 2)
  if (kind === 3) {
    const topic = textAt(body, 0)
    const quality = (first >> 1) & 3
    talk.command(`PUBLISH ${topic.text}`)
    const publishId = body.subarray(topic.next, topic.next + 2)
    if (quality > 0 && publishId.length === 2)
      talk.reply(Buffer.concat([Buffer.from([quality === 1 ? 0x40 : 0x50, 2]), publishId]))
  } else if (kind === 8 && id.length === 2) {
    const at = state.level === 5 ? 3 + (body[2] ?? 0) : 2
    talk.command(`SUBSCRIBE ${textAt(body, at).text}`)
    const properties = state.level === 5 ? [0] : []
    talk.reply(Buffer.from([0x90, 3 + properties.length, ...id, ...properties, 0]))
  } else if (kind === 10 && id.length === 2) talk.reply(Buffer.from([0xb0, 2, ...id]))
  else if (kind === 6 && id.length === 2) talk.reply(Buffer.from([0x70, 2, ...id]))
  else if (kind === 12) talk.reply(Buffer.from([0xd0, 0]))
}

function connect(state: State, body: Buffer, talk: Talk): void {
  const name = textAt(body, 0)
  const level = body[name.next] ?? 0
  const flags = body[name.next + 1] ?? 0
  if (!/^MQ(TT|Isdp)$/.test(name.text)) return talk.end()
  state.level = level
  let at = name.next + 4
  if (level === 5) at += 1 + (body[at] ?? 0)
  const client = textAt(body, at)
  at = client.next
  if (flags & 4) {
    if (level === 5) at += 1 + (body[at] ?? 0)
    at = textAt(body, textAt(body, at).next).next
  }
  const user = flags & 0x80 ? textAt(body, at) : { text: '', next: at }
  const password = flags & 0x40 ? textAt(body, user.next).text : ''
  // Brokers of the kind that worms find ask for nothing; with a list of credentials they do.
  const isOpen = talk.credentials.length === 0 && !(flags & 0x80)
  state.isIn = isOpen || talk.login(user.text, password)
  const refused = level === 5 ? 0x86 : 5
  const code = state.isIn ? 0 : refused
  talk.reply(Buffer.from(level === 5 ? [0x20, 3, 0, code, 0] : [0x20, 2, 0, code]))
  if (!state.isIn) talk.end()
}

/** A text with two bytes of length; cut where the packet ends. */
function textAt(bytes: Buffer, at: number): { text: string; next: number } {
  if (bytes.length < at + 2) return { text: '', next: bytes.length }
  const next = Math.min(bytes.length, at + 2 + bytes.readUInt16BE(at))
  return { text: bytes.toString('utf8', at + 2, next), next }
}

export const mqtt: Emulation = { stream: machine }
