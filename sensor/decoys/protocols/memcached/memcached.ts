import type { Answerer, Emulation, Machine, Talk } from '../emulation.ts'
import { verbOf } from '../lines.ts'

const usualVersion = '1.4.15'
const storing = new Set(['SET', 'ADD', 'REPLACE', 'APPEND', 'PREPEND', 'CAS'])
const longestLine = 2048
const frameLength = 8

interface State {
  /** Bytes of a value that are still to come, and dropped. */
  dropping: number
  isQuiet: boolean
}

/** Memcached's text protocol: an empty cache that takes everything and keeps nothing. */
const stream: Machine<State> = {
  longest: longestLine,
  begin: () => ({ dropping: 0, isQuiet: false }),
  take(state, bytes, talk) {
    if (state.dropping > 0) {
      const dropped = Math.min(state.dropping, bytes.length)
      state.dropping -= dropped
      if (state.dropping === 0 && !state.isQuiet) talk.reply('STORED\r\n')
      return dropped
    }
    const end = bytes.indexOf(10)
    if (end < 0) return 0
    const line = bytes.toString('latin1', 0, end).trimEnd()
    const [verb, rest] = verbOf(line)
    if (isText(line)) talk.command(line)
    if (storing.has(verb)) {
      const words = rest.split(/\s+/)
      const size = /^\d{1,9}$/.test(words[3] ?? '') ? Number(words[3]) : -1
      state.isQuiet = words.at(-1) === 'noreply'
      if (size < 0) talk.reply('CLIENT_ERROR bad command line format\r\n')
      else state.dropping = size + 2
    } else if (verb === 'QUIT') talk.end()
    else talk.reply(answerTo(verb, talk, true))
    return end + 1
  },
}

/** Other protocols' bytes are no command of this one. */
const isText = (line: string): boolean => /^[a-z][ -~]*$/i.test(line)

function answerTo(verb: string, talk: Talk, isWhole: boolean): string {
  const version = talk.options.version ?? usualVersion
  if (verb === 'VERSION') return `VERSION ${version}\r\n`
  if (verb === 'GET' || verb === 'GETS') return 'END\r\n'
  if (verb === 'FLUSH_ALL' || verb === 'VERBOSITY') return 'OK\r\n'
  if (verb === 'DELETE' || verb === 'INCR' || verb === 'DECR' || verb === 'TOUCH') return 'NOT_FOUND\r\n'
  if (verb !== 'STATS') return 'ERROR\r\n'
  const stats = {
    pid: 812,
    uptime: 883_241,
    version,
    pointer_size: 64,
    curr_connections: 10,
    curr_items: 0,
    bytes: 0,
    limit_maxbytes: 67_108_864,
    threads: 4,
  }
  const lines = isWhole ? Object.entries(stats).map(([name, value]) => `STAT ${name} ${value}\r\n`) : []
  return `${lines.join('')}END\r\n`
}

/** Over UDP a frame of eight bytes comes first. It was the largest amplifier there is; here an answer is shorter than its question or
 * not sent, so that two servers, one named as the other's sender, do not tell each other ERROR for ever. */
const datagram: Answerer = {
  answer(asked, talk) {
    if (asked.length <= frameLength) return null
    const line = asked.toString('latin1', frameLength, frameLength + 512).split(/\r?\n/)[0]!
    if (isText(line)) talk.command(line)
    const frame = Buffer.from([asked[0]!, asked[1]!, 0, 0, 0, 1, 0, 0])
    const answered = Buffer.concat([frame, Buffer.from(answerTo(verbOf(line)[0], talk, false))])
    return answered.length < asked.length ? answered : null
  },
}

export const memcached: Emulation = { stream, datagram }
