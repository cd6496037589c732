import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { searchLimitOf } from '#model/account/search-week.ts'
import { secondsLeft } from '../../limits/admit.ts'
import type { Caller } from '../../limits/caller.ts'
import type { Limits } from '../../limits/limits.ts'
import { takesGzip } from '../encoding.ts'
import type { Env } from '../env.ts'
import { safeHeaders } from '../headers.ts'
import type { Observe } from '../requests.ts'
import { type AnswerUnderWay, WrittenAnswer } from '../under-way.ts'
import { type AnswerAgain, madeBy } from './made.ts'
import { askerOf, openRecent } from './recent.ts'
import { type Answer, writeAnswer } from './written.ts'

/**
 * A program asks about one address after the other, over one connection or many. What its headers say (which host, whose key, from where)
 * was found out when it asked before, so the same headers from the same address a moment later need no finding out again: the answer is made
 * where the request arrives, and counted as any other. Whatever is new, encoded or too much goes the whole way (app.ts), which alone refuses.
 */
export interface Again {
  /**
   * The call of this request is allowed: the next ones like it may be answered so.
   * @param prefix what their paths begin with; the rest of them is an address
   */
  remember(c: Context<Env>, prefix: string, answer: AnswerAgain): void
  /** @returns null where the request has to go the whole way; else its answer was written */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Answered | null
  /** The parser has read this request, which was answered so, from exactly these bytes. */
  parsed(incoming: IncomingMessage, head: string): void
  /** The same for bytes that the parser has not seen (before-parser.ts). */
  answerHead(socket: Socket, head: string): Answered | null
}

/** What was written but is not taken yet; null where the system has all of it. */
export interface Answered {
  waits: AnswerUnderWay | null
  /** Who asked showed a key. */
  hasKey: boolean
}

/** Milliseconds for which headers need no finding out; a key that was revoked ends at once, by the generation, and one whose time is over at its end. */
const rememberedMs = 1000

/** An address without anything encoded. */
const plain = /^[\dA-Fa-f.:]{2,45}$/

/** A call that was allowed. */
interface Known {
  headers: readonly string[]
  /** From where it came, and its headers (recent.ts). */
  asker: string
  takesGzip: boolean
  prefix: string
  /** The parameters behind the address: "?quick=true". */
  suffix: string
  /** Its name in the measurements. */
  route: string
  answer: AnswerAgain
  caller: Caller
  generation: number
  at: number
  /** From when on the key may open something else, or nothing: milliseconds since 1970 UTC. */
  until: number
}

/** A connection, by what was asked on it. */
interface Connection {
  /** The last call. */
  known: Known
  /** The last request that was answered so, if the connection stays open. */
  last: IncomingMessage | null
  /** The bytes of such requests before the address and behind it, once they were seen. */
  head: { before: string; behind: string } | null
}

export function openAgain({
  limits,
  observe,
  generation,
  clock,
}: {
  limits: Limits
  observe: Observe
  /** Another number after every change of a key or a workspace; null while that is not known. */
  generation: () => number | null
  /** Milliseconds since 1970 UTC. */
  clock: () => number
}): Again {
  const connections = new WeakMap<Socket, Connection>()
  /** The last calls of all connections. */
  const recent = openRecent<Known>(rememberedMs)

  const isFresh = ({ at, generation: of, until }: Known): boolean =>
    performance.now() - at <= rememberedMs && of === generation() && clock() < until

  /** What is known of who asks on a connection, from it or from another with the same headers; null where that is too long ago. */
  function knownOn(socket: Socket, asker: () => string | null): Connection | null {
    const one = connections.get(socket)
    if (one && isFresh(one.known)) return one
    const known = recent.get(one?.known.asker ?? asker() ?? '')
    if (!known || !isFresh(known)) return null
    const isLikeBefore = one?.known.prefix === known.prefix && one.known.suffix === known.suffix
    const next = { known, last: null, head: isLikeBefore ? one.head : null }
    connections.set(socket, next)
    return next
  }

  /** @param write hands an answer over; what it gives is not taken yet */
  function serve(
    one: Known,
    address: string,
    write: (answer: Answer) => AnswerUnderWay | null,
  ): Answered | null {
    const started = performance.now()
    if (!limits.atOnce.allows(one.caller)) return null
    const requestId = randomUUID()
    const made = madeBy(one, address, requestId, one.prefix + address + one.suffix)
    let waits: AnswerUnderWay | null = null
    if (made) {
      const { status, headers, body } = made
      waits = write({
        status,
        headers: {
          ...always,
          'x-request-id': requestId,
          ...headers,
          ...secondsLeft(limits.work, one.caller),
          'content-length': Buffer.byteLength(body),
        },
        body,
      })
      waits?.once('close', limits.atOnce.waits(one.caller))
    }
    const seconds = (performance.now() - started) / 1000
    limits.atOnce.done(one.caller, seconds)
    if (!made) return null
    observe({ requestId, method: 'GET', route: one.route, status: made.status, seconds })
    return { waits, hasKey: one.caller.kind === 'key' }
  }

  return {
    remember({ env, req, var: { scope, caller, scopeGeneration, scopeUntil } }, prefix, answer) {
      const { headers, rawHeaders, socket, url = '' } = env.incoming
      const hasBody = 'transfer-encoding' in headers || 'content-length' in headers
      // Searches that a plan limits are counted on the whole way, which also knows who is signed in.
      if (req.method !== 'GET' || hasBody || scope.kind === 'user' || searchLimitOf(scope.plan) !== null)
        return
      if (scopeGeneration === null) return
      const parameters = url.indexOf('?')
      const asker = askerOf(env.incoming)
      const known: Known = {
        headers: rawHeaders,
        asker: asker ?? '',
        takesGzip: takesGzip(headers['accept-encoding'] as string | undefined),
        prefix,
        suffix: parameters < 0 ? '' : url.slice(parameters),
        route: req.routePath,
        answer,
        caller,
        generation: scopeGeneration,
        at: performance.now(),
        until: scopeUntil,
      }
      connections.set(socket, { known, last: null, head: null })
      if (asker !== null) recent.keep(asker, known)
    },

    answer(incoming, outgoing) {
      const one = knownOn(incoming.socket, () => askerOf(incoming))
      const address = one && addressIn(incoming, one.known)
      if (!one || !address) return null
      const answered = serve(one.known, address, ({ status, headers, body }) => {
        outgoing.writeHead(status, headers)
        // As many bytes as letters: each is its own byte, and nothing is counted or turned into others again.
        if (typeof body === 'string' && headers['content-length'] === body.length)
          outgoing.end(body, 'latin1')
        else outgoing.end(body)
        return isHandedOver(incoming.socket) ? null : outgoing
      })
      if (answered) one.last = outgoing.shouldKeepAlive ? incoming : null
      return answered
    },

    parsed(incoming, head) {
      const { socket, url = '' } = incoming
      const one = connections.get(socket)
      if (!one || one.last !== incoming || !head.startsWith(`GET ${url} HTTP/1.1\r\n`)) return
      const { prefix, suffix } = one.known
      one.head = { before: `GET ${prefix}`, behind: head.slice(4 + url.length - suffix.length) }
    },

    answerHead(socket, head) {
      const one = knownOn(socket, () => null)
      if (!one?.head || !isHandedOver(socket)) return null
      const { before, behind } = one.head
      if (!head.startsWith(before) || !head.endsWith(behind)) return null
      const address = head.slice(before.length, head.length - behind.length)
      if (!plain.test(address)) return null
      return serve(one.known, address, (answer) => {
        writeAnswer(socket, answer, clock())
        return isHandedOver(socket) ? null : new WrittenAnswer(socket)
      })
    },
  }
}

const always = { ...safeHeaders, vary: 'Accept-Encoding' }

/** The system has all that was written: nothing waits here for a slow reader, or behind other answers on the connection. */
const isHandedOver = ({ writableLength }: Socket): boolean => writableLength === 0

/** The address that is asked for, where all else is as it was. */
function addressIn({ url = '', method, rawHeaders }: IncomingMessage, one: Known): string | null {
  const { prefix, suffix } = one
  if (method !== 'GET' || !url.startsWith(prefix) || !url.endsWith(suffix)) return null
  const text = url.slice(prefix.length, url.length - suffix.length)
  return plain.test(text) && areSame(one.headers, rawHeaders) ? text : null
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])
