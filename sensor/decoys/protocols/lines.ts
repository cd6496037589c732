import type { Machine, Talk } from './emulation.ts'

/** A protocol of lines: what is done with each, without its end. Latin-1, so that every byte stays what it was. */
export interface LineProtocol<State> {
  longest: number
  begin(talk: Talk): State
  line(state: State, text: string, talk: Talk): void
}

export const lineMachine = <State>({ longest, begin, line }: LineProtocol<State>): Machine<State> => ({
  longest,
  begin,
  take(state, bytes, talk) {
    const end = bytes.indexOf(10)
    if (end < 0) return 0
    const last = bytes[end - 1] === 13 ? end - 1 : end
    line(state, bytes.toString('latin1', 0, last), talk)
    return end + 1
  },
})

/** First word in capitals, and what follows it. */
export const verbOf = (line: string): [verb: string, rest: string] => {
  const blank = line.search(/[ \t]/)
  return blank < 0 ? [line.toUpperCase(), ''] : [line.slice(0, blank).toUpperCase(), line.slice(blank).trim()]
}

export const decoded = (base64: string): string =>
  Buffer.from(base64.slice(0, 2000), 'base64').toString('utf8')
