import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#model/errors.ts'
import { problemOf, problemResponse } from './problem.ts'

/** Lets requests in until it is closed, and knows those under way. */
export interface Gate {
  underWay(): number
  /** False when the server is stopping: the request has been answered with 503 before its body was read. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /**
   * Refuses every request from now on; those under way go on, and each connection ends with its answer.
   * @returns how many were still under way after `withinMs`; 0 as soon as all have ended
   */
  close(withinMs: number): Promise<number>
}

/** Seconds after which a client may ask again: what a restart takes. */
const retryAfter = 5

export function openGate(): Gate {
  const underWay = new Set<ServerResponse>()
  let closed = false
  let emptied = (): void => undefined
  return {
    underWay: () => underWay.size,
    admit(incoming, outgoing) {
      if (closed) {
        refuseStopping(incoming, outgoing)
        return false
      }
      underWay.add(outgoing)
      outgoing.once('close', () => {
        underWay.delete(outgoing)
        if (underWay.size === 0) emptied()
      })
      return true
    },
    async close(withinMs) {
      closed = true
      for (const outgoing of underWay) endConnection(outgoing)
      if (underWay.size > 0)
        await new Promise<void>((done) => {
          const late = setTimeout(done, withinMs)
          emptied = () => {
            clearTimeout(late)
            done()
          }
        })
      return underWay.size
    },
  }
}

/** RFC 9112 §9.6: the answer says that the connection ends with it, unless its head is on the way already. */
function endConnection(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.once('finish', () => outgoing.socket?.destroySoon())
  else outgoing.shouldKeepAlive = false
}

function refuseStopping(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const refusal = new Refusal('not-ready', { message: 'The server is stopping.', retryAfter })
  const requestId = randomUUID()
  const { status, headers } = problemResponse(refusal, requestId, incoming.url)
  const body = JSON.stringify(problemOf(refusal, requestId))
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
