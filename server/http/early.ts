import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#model/errors.ts'
import { problemOf, problemResponse } from './problem.ts'

/** Answers a request that was read and does not reach the app, as the app would refuse it. */
export function answerEarly(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): void {
  const requestId = randomUUID()
  const { status, headers } = problemResponse(refusal, requestId, incoming.url)
  const body = JSON.stringify(problemOf(refusal, requestId))
  outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': Buffer.byteLength(body) })
  outgoing.end(body)
}
