import { linksOfCommand } from '../../links.ts'
import type { Emulation, Talk } from '../emulation.ts'
import { lineMachine, verbOf } from '../lines.ts'

interface State {
  user: string | null
  isIn: boolean
  attempts: number
}

const mostAttempts = 5
const usualBanner = '(vsFTPd 3.0.3)'
/** Those that say what somebody wants to leave or take. */
const telling = new Set([
  'STOR',
  'RETR',
  'DELE',
  'MKD',
  'RMD',
  'SITE',
  'CWD',
  'LIST',
  'NLST',
  'RNFR',
  'RNTO',
  'APPE',
  'PORT',
  'EPRT',
])

/** No second connection is ever opened, in neither direction: PORT would be a way to reach others through us (RFC 2577 §3). */
const answers: Record<string, string> = {
  SYST: '215 UNIX Type: L8',
  FEAT: '211-Features:\r\n SIZE\r\n MDTM\r\n UTF8\r\n211 End',
  PWD: '257 "/" is the current directory',
  XPWD: '257 "/" is the current directory',
  TYPE: '200 Switching to Binary mode.',
  MODE: '200 Mode set to S.',
  STRU: '200 Structure set to F.',
  OPTS: '200 Always in UTF8 mode.',
  NOOP: '200 NOOP ok.',
  CWD: '250 Directory successfully changed.',
  CDUP: '250 Directory successfully changed.',
  PORT: '500 Illegal PORT command.',
  EPRT: '500 Illegal EPRT command.',
  PASV: '425 Cannot open passive connection.',
  EPSV: '425 Cannot open passive connection.',
  LIST: '425 Use PORT or PASV first.',
  NLST: '425 Use PORT or PASV first.',
  RETR: '550 Failed to open file.',
  SIZE: '550 Could not get file size.',
  MDTM: '550 Could not get file modification time.',
  STOR: '425 Use PORT or PASV first.',
  APPE: '425 Use PORT or PASV first.',
  DELE: '550 Delete operation failed.',
  MKD: '550 Create directory operation failed.',
  RMD: '550 Remove directory operation failed.',
  RNFR: '550 RNFR command failed.',
  SITE: '550 Permission denied.',
  REST: '350 Restart position accepted (0).',
  ABOR: '225 No transfer to ABOR.',
}

const machine = lineMachine<State>({
  longest: 4096,
  begin(talk) {
    talk.reply(reply(220, talk.options.banner || usualBanner))
    return { user: null, isIn: false, attempts: 0 }
  },
  line(state, text, talk) {
    const [verb, rest] = verbOf(text)
    if (telling.has(verb)) {
      talk.command(text)
      talk.links(linksOfCommand(text))
    }
    talk.reply(`${answerTo(state, verb, rest, talk)}\r\n`)
    if (verb === 'QUIT' || state.attempts >= mostAttempts) talk.end()
  },
})

function answerTo(state: State, verb: string, rest: string, talk: Talk): string {
  if (verb === 'USER') {
    state.user = rest
    return '331 Please specify the password.'
  }
  if (verb === 'PASS') {
    if (state.user === null) return '503 Login with USER first.'
    state.isIn = talk.login(state.user, rest)
    state.user = null
    if (!state.isIn) state.attempts++
    return state.isIn ? '230 Login successful.' : '530 Login incorrect.'
  }
  if (verb === 'QUIT') return '221 Goodbye.'
  if (verb === 'AUTH') return '530 Please login with USER and PASS.'
  if (verb === 'HELP') return '214 Help OK.'
  if (!state.isIn && verb !== 'FEAT' && verb !== 'SYST') return '530 Please login with USER and PASS.'
  return Object.hasOwn(answers, verb) ? answers[verb]! : '500 Unknown command.'
}

/** Several lines as RFC 959 §4.2 writes them. */
const reply = (code: number, text: string): string => {
  const lines = text.trimEnd().split(/\r?\n/)
  return lines.map((line, at) => `${code}${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('')
}

export const ftp: Emulation = { stream: machine }
