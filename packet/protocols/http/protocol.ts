import { http as record, type HttpFacts, type HttpSession } from '#model/protocols/http.ts'
import { limits } from '#packet/limits.ts'
import { firstOf } from '../first-of.ts'
import type { Protocol } from '../protocol.ts'
import { HttpDissector } from './dissector.ts'

/** HTTP/1.x over streams. */
export const http: Protocol<HttpFacts, HttpSession> = {
  name: 'http',
  record,
  stream: (_start, pass) => new HttpDissector(pass),
  add: (first, later) => ({
    requestCount: first.requestCount + later.requestCount,
    requests: firstOf(limits.httpRequests, first.requests, later.requests),
    statusCodes: firstOf(limits.httpRequests, first.statusCodes, later.statusCodes),
    serverHeader: first.serverHeader || later.serverHeader,
  }),
  shorten(facts) {
    facts.requests = []
  },
  recorded: ({ source, destination }) => ({ http: source, destinationHttp: destination }),
}
