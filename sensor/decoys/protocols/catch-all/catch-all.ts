import type { Answerer, Emulation, Machine } from '../emulation.ts'
import { httpMachine } from '../http/machine.ts'

const http = httpMachine()
const methods = [
  'GET ',
  'HEAD ',
  'POST ',
  'PUT ',
  'DELETE ',
  'OPTIONS ',
  'PATCH ',
  'CONNECT ',
  'TRACE ',
  'PROPFIND ',
]

interface State {
  /** What the first bytes were taken for. */
  is: 'unknown' | 'http' | 'other'
  http: unknown
}

/** Any port: a banner when the profile has one, an answer to whoever speaks HTTP, and patience with everybody else. */
const stream: Machine<State> = {
  longest: http.longest,
  begin(talk) {
    const { banner } = talk.options
    if (banner) talk.reply(Buffer.from(banner, 'latin1'))
    return { is: banner ? 'other' : 'unknown', http: http.begin(talk) }
  },
  take(state, bytes, talk) {
    if (state.is === 'unknown') {
      const first = bytes.toString('latin1', 0, 10)
      if (methods.some((method) => first.startsWith(method))) state.is = 'http'
      else if (methods.some((method) => method.startsWith(first))) return 0
      else state.is = 'other'
    }
    return state.is === 'http' ? http.take(state.http as never, bytes, talk) : bytes.length
  },
}

/** Shorter than its question: two ports that answer whatever comes, one named as the other's sender, would talk for ever. */
const datagram: Answerer = {
  answer(asked, talk) {
    const banner = Buffer.from(talk.options.banner ?? '', 'latin1')
    return banner.length > 0 && banner.length < asked.length ? banner : null
  },
}

export const catchAll: Emulation = { stream, datagram }
