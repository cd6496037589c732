import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { searchLimitOf } from '#model/account/search-week.ts'
import { secondsLeft } from '../limits/admit.ts'
import type { Caller } from '../limits/caller.ts'
import type { Limits } from '../limits/limits.ts'
import { takesGzip } from './encoding.ts'
import type { Env } from './env.ts'
import { safeHeaders } from './headers.ts'
import { problemAnswer, refusalIn } from './problem.ts'
import type { Observe } from './requests.ts'

/**
 * Answers a call for another address from memory alone. @returns null where it has to wait for something
 * @throws Refusal
 */
export type AnswerAgain = (
  text: string,
) => { status: number; answer: { text: string; gzip(): Uint8Array } } | null

/**
 * A program asks about one address after the other over one connection. What its headers say (which host, whose key, from where) was found
 * out when it asked before, so the same headers a moment later need no finding out again: the answer is made where the request
 * arrives, and counted as any other. Whatever is new, unclear or too much goes the whole way (app.ts), which alone refuses.
 */
export interface Again {
  /**
   * The call of this request is allowed: the next ones like it may be answered so.
   * @param prefix what their paths begin with; the rest of them is an address
   */
  remember(c: Context<Env>, prefix: string, answer: AnswerAgain): void
  /** @returns false where the request has to go the whole way; else its answer was written */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/** Milliseconds for which headers need no finding out; a key that was revoked ends at once, by the generation, and one whose time is over at its end. */
const rememberedMs = 1000

/** An address without anything encoded. */
const plain = /^[\dA-Fa-f.:]{2,45}$/

/** Letters from which on an answer is packed, as everywhere (hono/compress), and up to which it is done at once. */
const packed = { from: 1024, to: 32 * 1024 }

/** The last call on a connection. */
interface Known {
  headers: readonly string[]
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
  const known = new WeakMap<Socket, Known>()

  /** The address that is asked for, where all else is as it was. */
  function addressIn({ url = '', method, rawHeaders }: IncomingMessage, one: Known): string | null {
    const { prefix, suffix } = one
    if (method !== 'GET' || !url.startsWith(prefix) || !url.endsWith(suffix)) return null
    const text = url.slice(prefix.length, url.length - suffix.length)
    return plain.test(text) && areSame(one.headers, rawHeaders) ? text : null
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
      known.set(socket, {
        headers: rawHeaders,
        takesGzip: takesGzip(headers['accept-encoding'] as string | undefined),
        prefix,
        suffix: parameters < 0 ? '' : url.slice(parameters),
        route: req.routePath,
        answer,
        caller,
        generation: scopeGeneration,
        at: performance.now(),
        until: scopeUntil,
      })
    },
    answer(incoming, outgoing) {
      const one = known.get(incoming.socket)
      if (!one) return false
      const started = performance.now()
      if (started - one.at > rememberedMs || one.generation !== generation() || clock() >= one.until)
        return false
      const address = addressIn(incoming, one)
      if (address === null || !limits.atOnce.allows(one.caller)) return false
      const requestId = randomUUID()
      const made = madeBy(one, address, requestId, incoming.url)
      if (made) {
        const { status, headers, body } = made
        const bytes = Buffer.byteLength(body)
        outgoing.writeHead(status, {
          ...always,
          'x-request-id': requestId,
          ...headers,
          ...secondsLeft(limits.work, one.caller),
          'content-length': bytes,
        })
        // As many bytes as letters: each is its own byte, and nothing is counted or turned into others again.
        if (typeof body === 'string' && bytes === body.length) outgoing.end(body, 'latin1')
        else outgoing.end(body)
        if (!isHandedOver(outgoing)) outgoing.once('close', limits.atOnce.waits(one.caller))
      }
      const seconds = (performance.now() - started) / 1000
      limits.atOnce.done(one.caller, seconds)
      if (made) observe({ requestId, method: 'GET', route: one.route, status: made.status, seconds })
      return made !== null
    },
  }
}

const always = { ...safeHeaders, vary: 'Accept-Encoding' }

/** The system has all of the answer: nothing of it waits here for a slow reader, or behind other answers on the connection. */
export const isHandedOver = ({ socket }: ServerResponse): boolean => socket?.writableLength === 0

interface Made {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** null: the whole way finds out, and tells the log where it is a surprise. */
function madeBy({ answer, takesGzip }: Known, address: string, requestId: string, path = ''): Made | null {
  try {
    const found = answer(address)
    if (!found) return null
    const { text, gzip } = found.answer
    if (!takesGzip || text.length < packed.from) return { status: found.status, headers: asJson, body: text }
    return text.length > packed.to ? null : { status: found.status, headers: asPacked, body: gzip() }
  } catch (error) {
    return refusalIn(error) && problemAnswer(error, requestId, path)
  }
}

const asJson = { 'content-type': 'application/json' }
const asPacked = { ...asJson, 'content-encoding': 'gzip' }

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])
