import { Shell } from '../../shell/shell.ts'
import { firstLine, Terminal } from '../../shell/terminal.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'
import { negotiated } from './options.ts'

const longestLine = 256
const mostAttempts = 3

interface State {
  step: 'user' | 'password' | 'shell'
  user: string
  line: string
  attempts: number
  lastWasReturn: boolean
  shell: Shell | null
  terminal: Terminal | null
}

/** IAC WILL ECHO, WILL SUPPRESS-GO-AHEAD (RFC 857, 858): the server echoes, the client sends key by key. */
const hello = Buffer.from([0xff, 0xfb, 1, 0xff, 0xfb, 3])

const machine: Machine<State> = {
  // Keys are taken as they come; what waits is an option (RFC 854, 855).
  longest: 1024,
  begin(talk) {
    talk.reply(hello)
    if (talk.options.banner) talk.reply(`${talk.options.banner.replace(/\r?\n/g, '\r\n').trimEnd()}\r\n`)
    talk.reply(loginOf(talk))
    return {
      step: 'user',
      user: '',
      line: '',
      attempts: 0,
      lastWasReturn: false,
      shell: null,
      terminal: null,
    }
  },
  take(state, bytes, talk) {
    if (bytes[0] === 0xff) return negotiated(bytes, talk)
    const line = firstLine(bytes)
    const option = line.indexOf(0xff)
    const keys = line.toString('latin1', 0, option < 0 ? line.length : option)
    if (state.terminal !== null) {
      state.terminal.type(keys)
      if (state.shell!.isOver) talk.end()
      return keys.length
    }
    typed(state, keys, talk)
    return keys.length
  },
}

/** Keys of a login, of one line at most. */
function typed(state: State, keys: string, talk: Talk): void {
  let shown = ''
  for (const key of keys) {
    const isEnd = key === '\r' || key === '\n'
    const isSecond = state.lastWasReturn && (key === '\n' || key === '\0')
    state.lastWasReturn = key === '\r'
    if (isSecond) continue
    if (isEnd) {
      talk.reply(Buffer.from(`${shown}\r\n`, 'latin1'))
      shown = ''
      entered(state, talk)
    } else if (key === '\x7f' || key === '\b') state.line = state.line.slice(0, -1)
    else if (state.line.length < longestLine) {
      state.line += key
      if (state.step === 'user') shown += key
    }
  }
  if (shown !== '') talk.reply(Buffer.from(shown, 'latin1'))
}

function entered(state: State, talk: Talk): void {
  const { line } = state
  state.line = ''
  if (state.step === 'user') {
    state.user = line
    state.step = line === '' ? 'user' : 'password'
    talk.reply(line === '' ? loginOf(talk) : 'Password: ')
  } else if (talk.login(state.user, line)) {
    state.step = 'shell'
    state.shell = new Shell(talk, state.user)
    state.terminal = new Terminal(state.shell, (text) => talk.reply(Buffer.from(text, 'latin1')), true)
    state.terminal.afterReturn(state.lastWasReturn)
    talk.reply('\r\n')
    state.terminal.prompt()
  } else {
    state.step = 'user'
    talk.reply('\r\nLogin incorrect\r\n')
    if (++state.attempts < mostAttempts) talk.reply(loginOf(talk))
    else talk.end()
  }
}

const loginOf = ({ options }: Talk): string => (options.hostname ? `${options.hostname} login: ` : 'login: ')

export const telnet: Emulation = { stream: machine }
