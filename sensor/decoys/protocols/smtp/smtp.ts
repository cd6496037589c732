import type { Emulation, Machine, Talk } from '../emulation.ts'
import { decoded, lineMachine, verbOf } from '../lines.ts'

interface State {
  step: 'commands' | 'data' | 'auth-plain' | 'auth-user' | 'auth-password'
  user: string
  hasSender: boolean
  hasRecipient: boolean
  attempts: number
  /** How much of the end of a message (CR LF . CR LF) has come. */
  seen: number
}

const mostAttempts = 10
const endOfMail = Buffer.from('\r\n.\r\n')
const hostOf = (talk: Talk): string => talk.options.hostname ?? 'mail'

const lines = lineMachine<State>({
  longest: 4096,
  begin(talk) {
    talk.reply(
      `220 ${talk.options.banner?.trim().replace(/[\r\n]+/g, ' ') || `${hostOf(talk)} ESMTP Postfix`}\r\n`,
    )
    return { step: 'commands', user: '', hasSender: false, hasRecipient: false, attempts: 0, seen: 0 }
  },
  line(state, text, talk) {
    const answer = state.step === 'commands' ? command(state, text, talk) : credentials(state, text, talk)
    talk.reply(`${answer}\r\n`)
    if (answer.startsWith('221') || state.attempts >= mostAttempts) talk.end()
  },
})

/** Mail is accepted and dropped: nothing of it is kept, and nothing is ever passed on. */
const machine: Machine<State> = {
  ...lines,
  take(state, bytes, talk) {
    if (state.step !== 'data') return lines.take(state, bytes, talk)
    let at = 0
    for (; at < bytes.length && state.seen < endOfMail.length; at++) {
      if (bytes[at] === endOfMail[state.seen]) state.seen++
      else state.seen = bytes[at] === 13 ? 1 : 0
    }
    if (state.seen === endOfMail.length) {
      Object.assign(state, { step: 'commands', hasSender: false, hasRecipient: false })
      talk.reply(`250 2.0.0 Ok: queued as ${talk.random(5).toString('hex').toUpperCase()}\r\n`)
    }
    return at
  },
}

function command(state: State, text: string, talk: Talk): string {
  const [verb, rest] = verbOf(text)
  switch (verb) {
    case 'HELO':
      return `250 ${hostOf(talk)}`
    case 'EHLO':
      return [
        hostOf(talk),
        'PIPELINING',
        'SIZE 10240000',
        'VRFY',
        'AUTH PLAIN LOGIN',
        'ENHANCEDSTATUSCODES',
        '8BITMIME',
      ]
        .map((line, at, all) => `250${at === all.length - 1 ? ' ' : '-'}${line}`)
        .join('\r\n')
    case 'AUTH':
      return auth(state, rest, talk)
    case 'MAIL':
      talk.command(text)
      state.hasSender = true
      return '250 2.1.0 Ok'
    case 'RCPT':
      talk.command(text)
      if (!state.hasSender) return '503 5.5.1 Error: need MAIL command'
      state.hasRecipient = true
      return '250 2.1.5 Ok'
    case 'DATA':
      if (!state.hasRecipient) return '503 5.5.1 Error: need RCPT command'
      // A line has just ended: a dot alone ends the mail at once.
      Object.assign(state, { step: 'data', seen: 2 })
      return '354 End data with <CR><LF>.<CR><LF>'
    case 'RSET':
      Object.assign(state, { hasSender: false, hasRecipient: false })
      return '250 2.0.0 Ok'
    case 'NOOP':
      return '250 2.0.0 Ok'
    case 'VRFY':
      return '252 2.0.0 Cannot verify'
    // RFC 5321 §4.2.4 and Postfix's words for it: this server offers neither.
    case 'EXPN':
    case 'STARTTLS':
      return '502 5.5.1 Error: command not implemented'
    case 'HELP':
      return '214 2.0.0 See RFC 5321'
    case 'QUIT':
      return '221 2.0.0 Bye'
    default:
      return '502 5.5.2 Error: command not recognized'
  }
}

/** AUTH with its first answer in the same line or in the next (RFC 4954 §4). */
function auth(state: State, rest: string, talk: Talk): string {
  const [mechanism = '', first] = rest.split(/\s+/)
  if (/^plain$/i.test(mechanism)) {
    state.step = 'auth-plain'
    return first === undefined ? '334 ' : credentials(state, first, talk)
  }
  if (/^login$/i.test(mechanism)) {
    state.step = 'auth-user'
    return first === undefined ? '334 VXNlcm5hbWU6' : credentials(state, first, talk)
  }
  return '535 5.7.8 Error: authentication failed: no mechanism available'
}

function credentials(state: State, text: string, talk: Talk): string {
  if (text === '*') {
    state.step = 'commands'
    return '501 5.7.0 Authentication aborted'
  }
  if (state.step === 'auth-user') {
    state.user = decoded(text)
    state.step = 'auth-password'
    return '334 UGFzc3dvcmQ6'
  }
  const [, user = '', password = ''] =
    state.step === 'auth-plain' ? decoded(text).split('\0') : ['', state.user, decoded(text)]
  state.step = 'commands'
  if (talk.login(user, password)) return '235 2.7.0 Authentication successful'
  state.attempts++
  return '535 5.7.8 Error: authentication failed'
}

export const smtp: Emulation = { stream: machine }
