import type { DecoyOptions, HttpResponse } from '#model/sensor/profile.ts'
import { linksOfRequest } from '../../links.ts'
import type { Machine, Talk } from '../emulation.ts'
import { plainResponse, responseTo, written } from './answer.ts'
import { type Framing, framingOf, longestBody, readChunk } from './body.ts'
import { basicCredentials, formCredentials } from './credentials.ts'
import { readHead, type Request } from './request.ts'

const longestHead = 16_384

interface State {
  request: Request | null
  framing: Framing
}

/** What a service over HTTP knows beside what its profile says. */
export interface Service {
  /** Answers after those of the profile. */
  responses?(options: DecoyOptions): readonly HttpResponse[]
  /** Headers that all its answers carry. */
  headers?: Readonly<Record<string, string>>
  /** The path that responses are found by. */
  path?(path: string): string
  /** What is to be told of a request. */
  understand?(request: Request, talk: Talk): void
}

/** HTTP/1 with answers by template. The protocol's own services (Docker, Elasticsearch) differ in what they answer. */
export const httpMachine = (service: Service = {}): Machine<State> => ({
  longest: longestHead + longestBody + 4096,
  begin: () => ({ request: null, framing: { kind: 'none' } }),
  take(state, bytes, talk) {
    if (state.request === null) {
      const length = headLength(bytes)
      if (length < 0) return refuse(talk, bytes, 400)
      if (Math.max(length, length === 0 ? bytes.length : 0) > longestHead) return refuse(talk, bytes, 400)
      if (length === 0) return 0
      const request = readHead(bytes.toString('latin1', 0, length).trimEnd())
      if (request === null) return refuse(talk, bytes, 400)
      if (service.path !== undefined) request.path = service.path(request.path)
      const framing = framingOf(request.headers)
      if (framing === null) return refuse(talk, bytes, 413)
      if (/^100-continue$/i.test(request.headers.get('expect') ?? ''))
        talk.reply('HTTP/1.1 100 Continue\r\n\r\n')
      if (framing.kind === 'none' || (framing.kind === 'length' && framing.length === 0))
        respond(request, talk, service)
      else Object.assign(state, { request, framing })
      return length
    }
    const { request, framing } = state
    let used = framing.kind === 'length' ? framing.length : 0
    if (framing.kind === 'chunked') {
      const read = readChunk(bytes)
      if (read === null) return refuse(talk, bytes, 400)
      if ('needs' in read) return -read.needs
      used = read.used
      const { body } = framing
      if (body.length + read.part.length > longestBody) return refuse(talk, bytes, 400)
      if (read.part.length > 0) {
        // Each chunk is looked at once: of many small ones that come slowly all would be read again with every packet.
        body.add(read.part)
        return used
      }
      request.body = body.view()
    } else {
      if (bytes.length < used) return -used
      request.body = Buffer.from(bytes.subarray(0, used))
    }
    state.request = null
    respond(request, talk, service)
    return used
  },
})

/** Bytes up to and with the empty line; 0 when it has not come, −1 when this cannot become a request. */
function headLength(bytes: Buffer): number {
  // A method and a blank: anything else, TLS to begin with, is answered at once.
  if (!/^[A-Za-z_-]{1,20}( |$)/.test(bytes.toString('latin1', 0, 21))) return -1
  const [bare, usual] = [bytes.indexOf('\n\n'), bytes.indexOf('\n\r\n')]
  if (usual >= 0 && (bare < 0 || usual < bare)) return usual + 3
  return bare < 0 ? 0 : bare + 2
}

function refuse(talk: Talk, bytes: Buffer, status: number): number {
  talk.reply(written(plainResponse(status), null, talk.options, talk.now(), true))
  talk.end()
  return bytes.length
}

function respond(request: Request, talk: Talk, service: Service): void {
  const told = linksOfRequest(
    [request.target, ...request.headers.values(), request.body.toString('latin1', 0, 8192)].join('\n'),
  )
  talk.links(told)
  service.understand?.(request, talk)
  const basic = basicCredentials(request)
  const form = basic === null ? formCredentials(request) : null
  const mayIn = basic !== null && talk.login(basic.user, basic.password)
  if (form !== null) talk.login(form.user, form.password)
  const connection = request.headers.get('connection') ?? ''
  const isLast = request.version === 'HTTP/1.0' ? !/keep-alive/i.test(connection) : /close/i.test(connection)
  const response = choose(request, talk.options, service, mayIn)
  talk.reply(written(response, request, talk.options, talk.now(), isLast, service.headers))
  if (isLast) talk.end()
}

function choose(request: Request, options: DecoyOptions, service: Service, mayIn: boolean): HttpResponse {
  // Never anybody's way to somebody else (RFC 9110 §9.3.6).
  if (request.method === 'CONNECT') return plainResponse(405, { Allow: 'GET, HEAD, POST' })
  const own = responseTo(request, options.responses ?? [])
  if (own !== undefined) return own
  const usual = responseTo(request, service.responses?.(options) ?? [])
  if (usual !== undefined) return usual
  if (options.realm !== undefined)
    return mayIn
      ? plainResponse(200)
      : plainResponse(401, { 'WWW-Authenticate': `Basic realm="${options.realm}"` })
  return plainResponse(404)
}
