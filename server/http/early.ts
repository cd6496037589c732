import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#model/errors.ts'
import { safeHeaders } from './headers.ts'
import { problemAnswer } from './problem.ts'

/** Answers a request that was read and does not reach the app, as the app would refuse it. */
export function answerEarly(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = problemAnswer(refusal, randomUUID(), incoming.url)
  outgoing.writeHead(status, {
    ...safeHeaders,
    ...headers,
    'content-length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}
