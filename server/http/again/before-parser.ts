import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A program that asks for one address after the other sends the same bytes but for the address, and Node's parser with its objects for a
 * request and an answer takes more of the processor than finding and sending the record. So the bytes of a connection that asked so before are
 * seen here first. Nothing is parsed: they are compared with those of a request that the parser has read from the same connection, and
 * only where a request begins and ends (RFC 9112 §9.3). Whatever is not a head of one piece goes to the parser, and all behind it.
 */
export interface BeforeParser {
  /** From the next turn on its bytes are seen first. */
  watch(socket: Socket): void
}

interface Seen {
  /** A head alone, in one piece; @returns false for the parser */
  answer(socket: Socket, head: string): boolean
  /** The parser has read this request from exactly these bytes. */
  parsed(incoming: IncomingMessage, head: string): void
}

interface Watched {
  toParser: (chunk: Buffer) => void
  stop(): void
  /** All bytes so far were those of whole requests. */
  isBetween: boolean
  /** Requests of the bytes that the parser was given last, and the last of them. */
  requests: number
  incoming: IncomingMessage | null
}

/** Bytes of a head that may be seen here: what a program's few headers take. */
const longest = 4096

const endOfHead = '\r\n\r\n'

export function beforeParser(server: Server, { answer, parsed }: Seen): BeforeParser {
  const watched = new WeakMap<Socket, Watched>()

  server.on('request', (incoming) => {
    const one = watched.get(incoming.socket)
    if (!one) return
    one.requests += 1
    one.incoming = incoming
  })
  // Its bytes are no requests any more, and nobody's.
  server.on('connect', ({ socket }: IncomingMessage) => watched.get(socket)?.stop())

  function take(socket: Socket, one: Watched, chunk: Buffer): void {
    const head = chunk.length <= longest ? chunk.toString('latin1') : ''
    if (!head.startsWith('GET ') || head.indexOf(endOfHead) !== head.length - endOfHead.length) {
      giveBack(socket, one)
      one.toParser(chunk)
      return
    }
    if (one.isBetween && answer(socket, head)) return
    const wasBetween = one.isBetween
    one.requests = 0
    one.toParser(chunk)
    const { incoming } = one
    one.isBetween = one.requests === 1 && incoming !== null && !hasBody(incoming)
    if (wasBetween && one.isBetween && incoming) parsed(incoming, head)
    one.incoming = null
  }

  function giveBack(socket: Socket, { stop, toParser }: Watched): void {
    socket.on('data', toParser)
    stop()
  }

  return {
    watch(socket) {
      if (watched.has(socket)) return
      // Not while the parser is still reading what brought us here.
      setImmediate(() => {
        const [toParser, ...others] = socket.listeners('data') as Watched['toParser'][]
        if (watched.has(socket) || socket.destroyed || !toParser || others.length > 0) return
        const one: Watched = { toParser, stop, isBetween: false, requests: 0, incoming: null }
        const data = (chunk: Buffer): void => take(socket, one, chunk)
        function stop(): void {
          socket.off('data', data)
          watched.delete(socket)
        }
        watched.set(socket, one)
        socket.on('data', data).off('data', toParser)
      })
    },
  }
}

/** RFC 9112 §6: without one of these a request has no body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || 'content-length' in headers
