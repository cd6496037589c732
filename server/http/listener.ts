import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Gate, openGate } from './gate.ts'
import type { App } from './parts.ts'

export interface Patience {
  /** Milliseconds a body may stand still before its connection is closed. */
  stalled: number
  /** Milliseconds during which the rest of a body nobody wanted is still taken after the answer. */
  linger: number
}

const usual: Patience = { stalled: 60_000, linger: 30_000 }

/** A query of 16,384 letters may need three bytes for each of them in an address. */
const headerLimit = 64 * 1024

/** The HTTP server around the app, not yet listening. */
export function serverFor(app: App, patience: Patience = usual, gate: Gate = openGate()): Server {
  const answer = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Its own clean-up gives a body half a second and then cuts the connection, with the answer unread.
    autoCleanupIncoming: false,
  })
  const listener: RequestListener = (incoming, outgoing) => {
    if (hasBody(incoming)) {
      incoming.socket.setTimeout(patience.stalled)
      incoming.once('end', () => {
        if (!outgoing.writableFinished) incoming.socket.setTimeout(0)
      })
      outgoing.once('finish', () => discardRest(incoming, patience.linger))
    }
    if (gate.admit(incoming, outgoing)) void answer(incoming, outgoing)
  }
  const server = createServer(
    { maxHeaderSize: headerLimit, requestTimeout: 0, headersTimeout: 30_000 },
    listener,
  )
  server.on('clientError', answerUnreadable)
  return server
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0

/**
 * A refusal may come before the body has been read. Closing then would reset the connection and many clients would never
 * see the answer, so the rest is read and dropped for a while (RFC 9112 §9.6).
 */
function discardRest(incoming: IncomingMessage, linger: number): void {
  if (incoming.complete || incoming.destroyed) return
  const { socket } = incoming
  const late = setTimeout(() => socket.destroySoon(), linger)
  incoming.once('close', () => clearTimeout(late))
  socket.once('close', () => clearTimeout(late))
  incoming.removeAllListeners('data').removeAllListeners('readable').resume()
}

/** What is no HTTP, or has too long a head, never reaches the app: it gets a status and one line. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', `Address and headers may hold ${headerLimit} bytes together.`]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The head of the request took too long.']
        : ['400 Bad Request', 'This is not a request that HTTP knows.']
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${text.length + 1}\r\nConnection: close\r\n\r\n${text}\n`,
  )
}
