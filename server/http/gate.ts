import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#model/errors.ts'
import { answerEarly } from './early.ts'
import type { AnswerUnderWay } from './under-way.ts'

/** Lets requests in until it is closed, and knows those under way. */
export interface Gate {
  underWay(): number
  isOpen(): boolean
  /** False when the server is stopping: the request has been answered with 503 before its body was read. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** An answer is under way that was not admitted. */
  begin(answer: AnswerUnderWay): void
  /** Ends, with the refusal that is the answer, what is not done when the server must stop. */
  readonly stopping: AbortSignal
  /**
   * Refuses every request from now on; those under way go on, and each connection ends with its answer. What is not done after
   * `workMs` is told that the server stops, and has `answerMs` to say so.
   * @returns how many were told, and how many of them were still under way after that; at once when all have ended
   */
  close(wait: { workMs: number; answerMs: number }): Promise<{ told: number; cut: number }>
}

/** Seconds after which a client may ask again: what a restart takes. */
const retryAfter = 5

/** Methods by which nothing is given to do (RFC 9110 §9.2.1). */
const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @param onChange told of each request that may change something, when it is let in and when it is over */
export function openGate(onChange = (): void => undefined): Gate {
  const underWay = new Set<AnswerUnderWay>()
  let closed = false
  let emptied = (): void => undefined
  const stopping = new AbortController()
  // One for each request.
  setMaxListeners(0, stopping.signal)

  async function empty(withinMs: number): Promise<void> {
    if (underWay.size === 0) return
    await new Promise<void>((done) => {
      const late = setTimeout(done, withinMs)
      emptied = () => {
        clearTimeout(late)
        done()
      }
    })
  }

  function begin(answer: AnswerUnderWay): void {
    underWay.add(answer)
    answer.once('close', () => {
      underWay.delete(answer)
      if (underWay.size === 0) emptied()
    })
  }

  return {
    begin,
    stopping: stopping.signal,
    underWay: () => underWay.size,
    isOpen: () => !closed,
    admit(incoming, outgoing) {
      if (closed) {
        outgoing.shouldKeepAlive = false
        answerEarly(incoming, outgoing, isStopping())
        return false
      }
      begin(outgoing)
      if (!safe.has(incoming.method ?? '')) {
        onChange()
        outgoing.once('close', onChange)
      }
      return true
    },
    async close({ workMs, answerMs }) {
      closed = true
      for (const outgoing of underWay) endConnection(outgoing)
      await empty(workMs)
      const told = underWay.size
      stopping.abort(isStopping())
      await empty(answerMs)
      return { told, cut: underWay.size }
    },
  }
}

const isStopping = (): Refusal => new Refusal('not-ready', { message: 'The server is stopping.', retryAfter })

/** RFC 9112 §9.6: the answer says that the connection ends with it, unless its head is on the way already. */
function endConnection(outgoing: AnswerUnderWay): void {
  if (outgoing.headersSent) outgoing.once('finish', () => outgoing.socket?.destroySoon())
  else outgoing.shouldKeepAlive = false
}
