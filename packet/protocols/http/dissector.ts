import type { HttpFacts } from '#model/protocols/http.ts'
import { limits } from '#packet/limits.ts'
import { type ByEnd, type Direction, ends, opposite } from '#packet/stream.ts'
import { cut } from '../cut.ts'
import type { Ending, Pass, Reader } from '../protocol.ts'
import { requestFraming, responseFraming, type Framing } from './body.ts'
import { header, type Head } from './head.ts'
import { HttpStreamParser } from './stream-parser.ts'
import { RequestBuilder } from './request.ts'

const nothing = (): HttpFacts => ({ requestCount: 0, requests: [], statusCodes: [], serverHeader: '' })

/**
 * HTTP/1.x in both directions of a stream (RFC 9112). Either end may ask: captures joined in the middle can have
 * the ends the wrong way round. Bytes outside of messages are handed on, since TLS may follow (CONNECT, proxies).
 */
export class HttpDissector implements Reader<HttpFacts> {
  readonly #parsers: Record<Direction, HttpStreamParser>
  /** Methods asked by each end and not answered yet: a response to HEAD has no body. */
  readonly #asked: Record<Direction, string[]> = { source: [], destination: [] }
  /** By the end that asked; made with its first request or answer. */
  readonly #found: ByEnd<HttpFacts> = { source: null, destination: null }
  /** Ends in the order of their first request, and of their first answer; what was hunted for may be a quotation. */
  readonly #askers = new Set<Direction>()
  readonly #answered = new Set<Direction>()
  #kept = 0
  /** Requests whose body is still coming. */
  readonly #open: Record<Direction, RequestBuilder | null> = { source: null, destination: null }
  #http2 = false
  #webSocket = false

  constructor(pass: Pass) {
    this.#parsers = {
      source: this.#parser('source', pass),
      destination: this.#parser('destination', pass),
    }
  }

  get alive(): boolean {
    return this.#parsers.source.alive || this.#parsers.destination.alive
  }

  get bufferedBytes(): number {
    const { source, destination } = this.#open
    const open = (source?.size ?? 0) + (destination?.size ?? 0)
    return (
      Math.min(this.#kept, limits.httpKept) +
      open +
      this.#parsers.source.bufferedBytes +
      this.#parsers.destination.bufferedBytes
    )
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.#parsers[direction].push(bytes)
  }

  gap(direction: Direction, bytes: number): void {
    this.#parsers[direction].gap(bytes)
  }

  finish({ protocols, asks, answers }: Ending): ByEnd<HttpFacts> | null {
    for (const end of ends) this.#parsers[end].finish()
    if (this.#http2) protocols.add('http2')
    if (this.#webSocket) protocols.add('websocket')
    for (const end of this.#askers) asks.add(end)
    for (const end of this.#answered) answers.add(end)
    if (!this.#found.source && !this.#found.destination) return null
    protocols.add('http')
    return this.#found
  }

  #parser(direction: Direction, pass: Pass): HttpStreamParser {
    return new HttpStreamParser({
      unclaimed: (bytes) => pass(direction, bytes),
      body: (bytes) => this.#open[direction]?.body(bytes),
      head: (head) => {
        const framing =
          head.start.kind === 'request' ? this.#asks(direction, head) : this.#answers(direction, head)
        if (head.start.kind === 'request' && framing.kind !== 'tunnel')
          this.#open[direction] = new RequestBuilder(head)
        if (framing.kind === 'tunnel') this.#tunnel(direction)
        return framing
      },
      end: () => {
        const request = this.#open[direction]
        if (request) this.#keep(direction, request)
        this.#open[direction] = null
      },
    })
  }

  #of(asker: Direction): HttpFacts {
    const found = this.#found[asker] ?? nothing()
    this.#found[asker] = found
    return found
  }

  /** Requests beyond the limits are only counted. */
  #keep(direction: Direction, request: RequestBuilder): void {
    this.#kept += request.size
    const { requests } = this.#of(direction)
    if (requests.length < limits.httpRequests && this.#kept <= limits.httpKept)
      requests.push(request.finish())
  }

  #asks(direction: Direction, head: Head): Framing {
    const framing = requestFraming(head)
    if (this.#parsers[direction].aligned) this.#askers.add(direction)
    if (framing.kind === 'tunnel') {
      this.#http2 = true
      return framing
    }
    this.#of(direction).requestCount++
    const waiting = this.#asked[direction]
    if (head.start.kind === 'request' && waiting.length < limits.httpRequests) waiting.push(head.start.method)
    return framing
  }

  #answers(direction: Direction, head: Head): Framing {
    const status = head.start.kind === 'response' ? head.start.status : 0
    const waiting = this.#asked[opposite(direction)]
    const method = waiting[0] ?? ''
    // 1xx other than 101 are interim: the final answer to the same request follows (RFC 9110 §15.2).
    if (status >= 200 || status === 101) waiting.shift()
    if (this.#parsers[direction].aligned) this.#answered.add(direction)
    const found = this.#of(opposite(direction))
    if (found.statusCodes.length < limits.httpRequests) found.statusCodes.push(status)
    if (found.serverHeader === '') {
      found.serverHeader = cut(header(head, 'server'), limits.text)
      this.#kept += found.serverHeader.length
    }
    const framing = responseFraming(head, status, method)
    if (framing.kind === 'tunnel') {
      const upgrade = header(head, 'upgrade').toLowerCase()
      if (upgrade === 'websocket') this.#webSocket = true
      if (upgrade === 'h2c') this.#http2 = true
    }
    return framing
  }

  #tunnel(direction: Direction): void {
    this.#parsers[opposite(direction)].stop()
  }
}
