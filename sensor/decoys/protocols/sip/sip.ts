import type { Answerer, Emulation, Machine, Talk } from '../emulation.ts'
import { largestWithin } from '../largest-within.ts'

const longestHead = 8192
const longestBody = 16_384

interface Message {
  method: string
  target: string
  /** Values by name in lower case, short forms written out (RFC 3261 §7.3.3). */
  headers: Map<string, string[]>
}

const long: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  l: 'content-length',
  u: 'allow-events',
}

function readMessage(head: string): Message | null {
  const [first = '', ...lines] = head.split(/\r?\n/)
  const [, method, target] = /^([A-Z]{1,20}) (\S{1,500}) SIP\/2\.0$/.exec(first) ?? []
  if (method === undefined || target === undefined) return null
  const headers = new Map<string, string[]>()
  for (const line of lines.slice(0, 100)) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const written = line.slice(0, colon).trim().toLowerCase()
    const name = Object.hasOwn(long, written) ? long[written]! : written
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return { method, target, headers }
}

/** Ways to answer, the fullest first: all carry what the client needs to know its own question by (RFC 3261 §8.2.6). */
function waysToAnswer(message: Message, talk: Talk): string[][] {
  const { method, headers } = message
  if (method === 'ACK') return []
  talk.command(`${method} ${message.target}`)
  const [code, extra] = outcome(message, talk)
  const copied = ['via', 'from', 'to', 'call-id', 'cseq'].flatMap((name) =>
    (headers.get(name) ?? []).map((value) => {
      const tagged =
        name === 'to' && !value.includes(';tag=') ? `${value};tag=as${talk.random(4).toString('hex')}` : value
      return `${spelled[name]}: ${tagged}`
    }),
  )
  const server = `Server: ${talk.options.server ?? talk.options.banner ?? 'Asterisk PBX 13.18.3'}`
  const first = `SIP/2.0 ${code}`
  return [
    [
      first,
      ...copied,
      server,
      ...extra,
      'Allow: INVITE, ACK, CANCEL, OPTIONS, BYE, REGISTER',
      'Content-Length: 0',
      '',
      '',
    ],
    [first, ...copied, server, ...extra, 'Content-Length: 0', '', ''],
    [first, ...copied, ...extra, '', ''],
    [first, ...copied, '', ''],
  ]
}

const spelled: Record<string, string> = {
  via: 'Via',
  from: 'From',
  to: 'To',
  'call-id': 'Call-ID',
  cseq: 'CSeq',
}

function outcome({ method, headers }: Message, talk: Talk): [string, string[]] {
  const proof = headers.get('authorization')?.[0] ?? headers.get('proxy-authorization')?.[0]
  if (proof !== undefined) {
    const [, user = ''] = /username="?([^",]{0,200})"?/i.exec(proof) ?? []
    // A digest proves a password that stays unknown: only whom any password lets in is let in.
    const isIn = talk.credentials.some(
      (one) => one.password === '*' && (one.user === '*' || one.user === user),
    )
    talk.login(user, '', isIn)
    return [isIn ? '200 OK' : '403 Forbidden', []]
  }
  if (method === 'OPTIONS') return ['200 OK', ['Accept: application/sdp']]
  if (method === 'REGISTER' || method === 'INVITE' || method === 'SUBSCRIBE')
    return [
      '401 Unauthorized',
      [`WWW-Authenticate: Digest algorithm=MD5, realm="asterisk", nonce="${talk.random(4).toString('hex')}"`],
    ]
  return method === 'BYE' || method === 'CANCEL'
    ? ['481 Call/Transaction Does Not Exist', []]
    : ['501 Not Implemented', []]
}

const datagram: Answerer = {
  answer(asked, talk) {
    const text = asked.toString('latin1', 0, longestHead)
    const message = readMessage(text.split(/\r?\n\r?\n/)[0]!)
    return message === null ? null : largestWithin(asked.length, waysToAnswer(message, talk))
  },
}

const stream: Machine<{ dropping: number }> = {
  longest: longestHead,
  begin: () => ({ dropping: 0 }),
  take(state, bytes, talk) {
    if (state.dropping > 0) {
      const dropped = Math.min(state.dropping, bytes.length)
      state.dropping -= dropped
      return dropped
    }
    // Between messages empty lines keep a connection open (RFC 5626 §3.5.1).
    if (bytes[0] === 13 || bytes[0] === 10) return 1
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return 0
    const message = readMessage(bytes.toString('latin1', 0, end))
    const size = Number(message?.headers.get('content-length')?.[0] ?? 0)
    if (message === null || !(size >= 0 && size <= longestBody)) talk.end()
    else {
      state.dropping = Math.trunc(size)
      const [fullest] = waysToAnswer(message, talk)
      if (fullest !== undefined) talk.reply(Buffer.from(fullest.join('\r\n'), 'latin1'))
    }
    return end + 4
  },
}

export const sip: Emulation = { stream, datagram }
