import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { refuse } from '#model/errors.ts'
import { type Connections, maxPipelined, type Pace, watchConnections } from '../limits/connections.ts'
import type { OnRefused } from '../limits/counts.ts'
import { watchHandshakes } from '../limits/handshakes.ts'
import { pipelined } from '../limits/refusal.ts'
import { limitTable, type Quota } from '../limits/table.ts'
import { answerEarly } from './early.ts'
import { type Gate, openGate } from './gate.ts'
import { keepAliveSeconds, safeHeaders } from './headers.ts'
import type { Again, Answered } from './again/again.ts'
import { beforeParser } from './again/before-parser.ts'
import type { App } from './app-deps.ts'
import { problemResponse } from './problem.ts'
import { answerAndClose, answerTunnel, answerUnreadable } from './unreadable.ts'

export interface Patience {
  /** Milliseconds a body may stand still before its sender is told so, if the app listens (hang-up.ts), and its connection is closed. */
  stalled: number
  /** Milliseconds during which the rest of a body nobody wanted is still taken after the answer. */
  linger: number
}

const usual: Patience = { stalled: 60_000, linger: 30_000 }

export interface ListenerOptions {
  patience?: Patience
  /** How many connections; without it, those of the table. */
  connections?: Quota
  /** Behind a proxy all connections are its own. */
  behindProxy?: boolean
  onRefused?: OnRefused
  onOpen?: (connections: number) => void
  pace?: Pace
  /** Refuses what arrives while the server stops. */
  gate?: Gate
  /** Answers before the app what needs no finding out. */
  again?: Again
  /** PEM; without it plain http. */
  tls?: { cert: string; key: string }
}

/** A query of 16,384 letters may need three bytes for each of them in an address. */
const headerLimit = 64 * 1024

/** The HTTP server around the app, not yet listening, and what it knows of its connections. */
export function serverFor(
  app: App,
  {
    patience = usual,
    connections: quota = limitTable.connections,
    behindProxy = false,
    onRefused = () => undefined,
    onOpen,
    pace,
    gate = openGate(),
    again,
    tls,
  }: ListenerOptions = {},
): Server {
  const answer = getRequestListener(
    (request, env) => app.fetch(request, { ...env, connections, stopping: gate.stopping }),
    {
      // Its own clean-up gives a body half a second and then cuts the connection, with the answer unread.
      autoCleanupIncoming: false,
      errorHandler: (error) =>
        problemResponse(
          error instanceof RequestError
            ? refuse('invalid-input', 'Neither the address nor the Host header of this request can be read.')
            : error,
          '',
        ),
    },
  )
  /** False where the request has its answer already. */
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const status = connections.answering(incoming.socket, outgoing)
    if (status === 'refused') {
      // Why has been written to the connection itself.
      incoming.socket.destroySoon()
      return false
    }
    if (status === 'unread') return false
    if (status === 'pipelined') {
      outgoing.shouldKeepAlive = false
      answerEarly(incoming, outgoing, pipelined(maxPipelined))
      return false
    }
    if (hasBody(incoming)) {
      incoming.socket.setTimeout(patience.stalled)
      incoming.once('end', () => {
        if (!outgoing.writableFinished) incoming.socket.setTimeout(0)
      })
      outgoing.once('finish', () => discardRest(incoming, patience.linger))
    }
    return true
  }
  /** Whether requests on it may be answered before the app: no other answer stands before theirs. */
  const isFree = (socket: Socket): boolean => gate.isOpen() && connections.isIdle(socket)
  const note = (socket: Socket, { waits, hasKey }: Answered): void => {
    if (hasKey) connections.trust(socket)
    // What is over already nobody has to know of.
    if (!waits) return connections.answered(socket)
    connections.answering(socket, waits)
    gate.begin(waits)
  }
  const isAnswered = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { socket } = incoming
    const answered = again && isFree(socket) && again.answer(incoming, outgoing)
    if (!answered) return false
    note(socket, answered)
    seen?.watch(socket)
    return true
  }
  const listener: RequestListener = (incoming, outgoing) => {
    if (isAnswered(incoming, outgoing) || !begin(incoming, outgoing)) return
    const hosts = hostsIn(incoming)
    if (hosts !== 1) {
      // Whoever reads the other one reads other requests on this connection, too.
      outgoing.shouldKeepAlive = false
      answerEarly(
        incoming,
        outgoing,
        refuse('invalid-input', `A request has one Host header; this one has ${hosts}.`),
      )
    } else if (gate.admit(incoming, outgoing)) {
      for (const [name, value] of safe) outgoing.setHeader(name, value)
      void answer(incoming, outgoing)
    }
  }
  const options = {
    maxHeaderSize: headerLimit,
    // What has none is told so in our words.
    requireHostHeader: false,
    requestTimeout: 0,
    headersTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: keepAliveSeconds * 1000,
  }
  const server = tls
    ? createTlsServer({ ...options, ...tls, handshakeTimeout: 10_000 }, listener)
    : createServer(options, listener)
  const seen =
    again &&
    beforeParser(server, {
      answer(socket, head) {
        const answered = isFree(socket) && again.answerHead(socket, head)
        if (answered) note(socket, answered)
        return Boolean(answered)
      },
      parsed: again.parsed,
    })
  if (tls) watchHandshakes(server, behindProxy ? { ...quota, address: quota.total } : quota)
  const connections: Connections = watchConnections(server, quota, {
    opened: tls ? 'secureConnection' : 'connection',
    behindProxy,
    onRefused,
    onOpen,
    ...(pace && { pace }),
    refuse(socket, max) {
      const text = `There are ${max} connections at work already: ${limitTable.connections.advice}`
      socket.on('error', () => undefined)
      answerAndClose(socket, '503 Service Unavailable', text, 'Retry-After: 5\r\n')
      // It holds no place: whoever does not take the line leaves without it.
      setTimeout(() => socket.destroy(), 1000).unref()
    },
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!begin(incoming, outgoing)) return
    const found = incoming.headers.expect?.slice(0, 100)
    answerEarly(
      incoming,
      outgoing,
      refuse('unmet-expectation', `The only expectation known here is "100-continue", not "${found}".`),
    )
  })
  server.on('connect', answerTunnel(connections))
  server.on('clientError', answerUnreadable(headerLimit))
  return server
}

const safe = Object.entries(safeHeaders)

/** RFC 9112 §3.2: a request with none or several of them is answered 400. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
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
  // What came whole, if late, is no reason to cut what is answered on the same connection by now.
  const late = setTimeout(() => incoming.complete || socket.destroySoon(), linger)
  const over = (): void => {
    clearTimeout(late)
    socket.off('close', over)
  }
  // A connection may see many refusals: what was for one of them does not stay with it.
  socket.once('close', over)
  incoming.once('end', over)
  incoming.removeAllListeners('data').removeAllListeners('readable')
  // Behind what Node does about the listeners that went, which would stop it again.
  process.nextTick(() => incoming.resume())
}
