import type { Emulation, Talk } from '../emulation.ts'
import { decoded, lineMachine, verbOf } from '../lines.ts'

interface State {
  user: string
  isIn: boolean
  waitsForPlain: boolean
  attempts: number
}

const mostAttempts = 5

/** POP3 (RFC 1939): who comes in finds an empty box. */
const machine = lineMachine<State>({
  longest: 4096,
  begin(talk) {
    talk.reply(`+OK ${talk.options.banner?.trim().replace(/[\r\n]+/g, ' ') || 'Dovecot ready.'}\r\n`)
    return { user: '', isIn: false, waitsForPlain: false, attempts: 0 }
  },
  line(state, text, talk) {
    const answer = state.waitsForPlain ? plain(state, text, talk) : command(state, text, talk)
    talk.reply(`${answer}\r\n`)
    if (answer.startsWith('+OK Logging out') || state.attempts >= mostAttempts) talk.end()
  },
})

function enter(state: State, user: string, password: string, talk: Talk): string {
  state.isIn = talk.login(user, password)
  if (state.isIn) return '+OK Logged in.'
  state.attempts++
  return '-ERR [AUTH] Authentication failed.'
}

function plain(state: State, text: string, talk: Talk): string {
  state.waitsForPlain = false
  const [, user = '', password = ''] = decoded(text).split('\0')
  return enter(state, user, password, talk)
}

function command(state: State, text: string, talk: Talk): string {
  const [verb, rest] = verbOf(text)
  if (verb === 'QUIT') return '+OK Logging out.'
  if (verb === 'CAPA')
    return '+OK\r\nCAPA\r\nTOP\r\nUIDL\r\nRESP-CODES\r\nPIPELINING\r\nUSER\r\nSASL PLAIN\r\n.'
  if (verb === 'USER') {
    state.user = rest
    return '+OK'
  }
  if (verb === 'PASS') return enter(state, state.user, rest, talk)
  if (verb === 'AUTH' && /^plain$/i.test(rest)) {
    state.waitsForPlain = true
    return '+ '
  }
  if (verb === 'AUTH' && /^plain\s/i.test(rest)) return plain(state, rest.slice(6).trim(), talk)
  if (!state.isIn) return '-ERR Unknown command.'
  talk.command(text)
  if (verb === 'STAT') return '+OK 0 0'
  if (verb === 'LIST' || verb === 'UIDL') return rest === '' ? '+OK\r\n.' : '-ERR There is no message.'
  if (verb === 'NOOP' || verb === 'RSET') return '+OK'
  return verb === 'RETR' || verb === 'TOP' || verb === 'DELE'
    ? '-ERR There is no message.'
    : '-ERR Unknown command.'
}

export const pop3: Emulation = { stream: machine }
