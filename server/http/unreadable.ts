import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connections } from '../limits/connections.ts'
import { safeHeaders } from './headers.ts'

/** An answer for a connection on which no request was read, which ends with it. */
export function answerAndClose(socket: Socket, status: string, text: string, more = ''): void {
  const headers = Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\n${headers.join('')}${more}` +
      `Content-Length: ${Buffer.byteLength(text) + 1}\r\nConnection: close\r\n\r\n${text}\n`,
  )
}

/** What is no HTTP, or has too long a head, never reaches the app: it gets a status and one line. */
export const answerUnreadable =
  (headerLimit: number) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [status, text] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [
            '431 Request Header Fields Too Large',
            `Address and headers may hold ${headerLimit} bytes together.`,
          ]
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['408 Request Timeout', 'The head of the request took too long.']
          : ['400 Bad Request', 'This is not a request that HTTP knows.']
    answerAndClose(socket, status, text)
  }

/** CONNECT asks for a tunnel, which nothing here makes for anybody (RFC 9110 §15.6.2); what follows it is not read. */
export const answerTunnel =
  (connections: Pick<Connections, 'isIdle'>) =>
  ({ socket }: IncomingMessage, stream: Duplex): void => {
    stream.on('error', () => undefined)
    // In the midst of other answers there is no place for one more; without a place of its own it has been told why.
    if (!connections.isIdle(socket)) return socket.destroySoon()
    answerAndClose(socket, '501 Not Implemented', 'This server is no proxy: it knows no CONNECT.')
    setTimeout(() => socket.destroy(), 1000).unref()
    return undefined
  }
