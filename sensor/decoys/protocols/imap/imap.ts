import type { Emulation, Talk } from '../emulation.ts'
import { decoded, lineMachine, verbOf } from '../lines.ts'

interface State {
  isIn: boolean
  /** Tag of an AUTHENTICATE whose answer is awaited. */
  tag: string | null
  attempts: number
}

const mostAttempts = 5
const capabilities = 'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE AUTH=PLAIN'

/** IMAP4rev1 (RFC 3501): who comes in finds an empty box. */
const machine = lineMachine<State>({
  longest: 8192,
  begin(talk) {
    const banner = talk.options.banner?.trim().replace(/[\r\n]+/g, ' ')
    talk.reply(`* OK ${banner || `[CAPABILITY ${capabilities}] Dovecot ready.`}\r\n`)
    return { isIn: false, tag: null, attempts: 0 }
  },
  line(state, text, talk) {
    if (state.tag !== null) {
      const { tag } = state
      state.tag = null
      talk.reply(`${plain(state, tag, text, talk)}\r\n`)
    } else command(state, text, talk)
    if (state.attempts >= mostAttempts) talk.end()
  },
})

function command(state: State, text: string, talk: Talk): void {
  const [, tag, line] = /^([^\s+{}()"%*\\]{1,100}) +(.*)$/s.exec(text) ?? []
  if (tag === undefined || line === undefined)
    return talk.reply('* BAD Error in IMAP command received by server.\r\n')
  const [verb, rest] = verbOf(line)
  const say = (...lines: string[]) => talk.reply(lines.map((one) => `${one}\r\n`).join(''))
  switch (verb) {
    case 'CAPABILITY':
      return say(`* CAPABILITY ${capabilities}`, `${tag} OK Capability completed.`)
    case 'NOOP':
      return say(`${tag} OK NOOP completed.`)
    case 'ID':
      return say('* ID NIL', `${tag} OK ID completed.`)
    case 'LOGOUT':
      say('* BYE Logging out', `${tag} OK Logout completed.`)
      return talk.end()
    case 'LOGIN': {
      const [user = '', password = ''] = words(rest)
      return say(enter(state, tag, user, password, talk))
    }
    case 'AUTHENTICATE': {
      const [mechanism = '', first] = rest.split(/\s+/)
      if (!/^plain$/i.test(mechanism)) return say(`${tag} NO Unsupported authentication mechanism.`)
      if (first !== undefined) return say(plain(state, tag, first, talk))
      state.tag = tag
      return say('+ ')
    }
  }
  if (!state.isIn) return say(`${tag} BAD Error in IMAP command received by server.`)
  talk.command(line)
  if (verb === 'SELECT' || verb === 'EXAMINE')
    return say(
      '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
      '* 0 EXISTS',
      '* 0 RECENT',
      `${tag} OK [READ-WRITE] ${verb} completed.`,
    )
  if (verb === 'LIST') say('* LIST (\\HasNoChildren) "." INBOX')
  say(`${tag} OK ${verb.slice(0, 20)} completed.`)
}

function enter(state: State, tag: string, user: string, password: string, talk: Talk): string {
  state.isIn = talk.login(user, password)
  if (!state.isIn) state.attempts++
  return state.isIn ? `${tag} OK Logged in` : `${tag} NO [AUTHENTICATIONFAILED] Authentication failed.`
}

function plain(state: State, tag: string, text: string, talk: Talk): string {
  const [, user = '', password = ''] = decoded(text).split('\0')
  return enter(state, tag, user, password, talk)
}

/** Atoms and quoted strings. */
const words = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.){0,1000})"|(\S+)/g)].map(
    ([, quoted, atom]) => quoted?.replace(/\\(.)/g, '$1') ?? atom!,
  )

export const imap: Emulation = { stream: machine }
