import { linksOfCommand } from '../../links.ts'
import type { Emulation, Machine, Talk } from '../emulation.ts'
import { int32, message, problem, ready } from './messages.ts'
import { answerStatement } from './query.ts'

interface State {
  step: 'startup' | 'password' | 'in'
  user: string
  /** Text of the statement that was parsed last, to be run by Execute. */
  parsed: string
}

const usualVersion = '13.11'
const longestStartup = 10_000
const longestMessage = 65_536
const [sslRequest, gssRequest, cancelRequest, version3] = [80_877_103, 80_877_104, 80_877_102, 3]
const versionOf = (talk: Talk): string => talk.options.version ?? usualVersion

const machine: Machine<State> = {
  longest: longestMessage + 5,
  begin: () => ({ step: 'startup', user: '', parsed: '' }),
  take(state, bytes, talk) {
    if (state.step === 'startup') return startup(state, bytes, talk)
    if (bytes.length < 5) return -5
    const length = bytes.readUInt32BE(1)
    if (length < 4 || length > longestMessage) return hangUp(bytes, talk, 'invalid message length')
    if (bytes.length < length + 1) return -(length + 1)
    const content = bytes.subarray(5, length + 1)
    const letter = String.fromCharCode(bytes[0]!)
    if (state.step === 'password') password(state, letter, content, talk)
    else letterIn(state, letter, content, talk)
    return length + 1
  },
}

function startup(state: State, bytes: Buffer, talk: Talk): number {
  if (bytes.length < 8) return -8
  const length = bytes.readUInt32BE(0)
  if (length < 8 || length > longestStartup) return hangUp(bytes, talk, 'invalid length of startup packet')
  if (bytes.length < length) return -length
  const code = bytes.readUInt32BE(4)
  if (code === sslRequest || code === gssRequest) talk.reply('N')
  else if (code === cancelRequest) talk.end()
  else if (code >>> 16 !== version3) {
    talk.reply(
      problem(
        'FATAL',
        '0A000',
        `unsupported frontend protocol ${code >>> 16}.${code & 0xffff}: server supports 3.0 to 3.0`,
      ),
    )
    talk.end()
  } else {
    const words = bytes.toString('utf8', 8, length).split('\0')
    state.user = words[words.indexOf('user') + 1] ?? ''
    state.step = 'password'
    // Cleartext (3): the one way to learn what was tried.
    talk.reply(message('R', int32(3)))
  }
  return length
}

function password(state: State, letter: string, content: Buffer, talk: Talk): void {
  const end = content.indexOf(0)
  const said = letter === 'p' ? content.toString('utf8', 0, end < 0 ? content.length : end) : ''
  if (letter === 'p' && talk.login(state.user, said)) {
    state.step = 'in'
    const settings = {
      server_version: versionOf(talk),
      server_encoding: 'UTF8',
      client_encoding: 'UTF8',
      DateStyle: 'ISO, MDY',
      integer_datetimes: 'on',
      standard_conforming_strings: 'on',
      TimeZone: 'Etc/UTC',
    }
    talk.reply(message('R', int32(0)))
    for (const [name, value] of Object.entries(settings)) talk.reply(message('S', name, value))
    talk.reply(message('K', talk.random(8)))
    return talk.reply(ready)
  }
  talk.reply(
    problem('FATAL', '28P01', `password authentication failed for user "${state.user.slice(0, 100)}"`),
  )
  talk.end()
}

function letterIn(state: State, letter: string, content: Buffer, talk: Talk): void {
  const said = (sql: string) => {
    talk.command(sql)
    talk.links(linksOfCommand(sql))
  }
  switch (letter) {
    case 'Q': {
      const sql = content.toString('utf8', 0, Math.max(0, content.length - 1))
      said(sql)
      talk.reply(answerStatement(sql, versionOf(talk)))
      return talk.reply(ready)
    }
    case 'P': {
      const [, sql = ''] = content.toString('utf8').split('\0')
      said(sql)
      state.parsed = sql.slice(0, 2000)
      return talk.reply(message('1'))
    }
    case 'B':
      return talk.reply(message('2'))
    case 'C':
      return talk.reply(message('3'))
    case 'D':
      return talk.reply(message('n'))
    case 'E':
      return talk.reply(executed(state.parsed, talk))
    case 'S':
      return talk.reply(ready)
    case 'X':
      return talk.end()
    case 'H':
    case 'd':
    case 'c':
    case 'f':
      return
    default:
      talk.reply(problem('FATAL', '08P01', `invalid frontend message type ${letter.charCodeAt(0)}`))
      talk.end()
  }
}

/** A statement was described as one without rows, so none are sent. */
const executed = (sql: string, talk: Talk): Buffer => {
  const answer = answerStatement(sql, versionOf(talk))
  return answer[0] === 0x54 ? message('C', 'SELECT 0') : answer
}

function hangUp(bytes: Buffer, talk: Talk, why: string): number {
  talk.reply(problem('FATAL', '08P01', why))
  talk.end()
  return bytes.length
}

export const postgresql: Emulation = { stream: machine }
