import type { StreamStart } from '#packet/stream.ts'
import { ecdhReply, kexInitOf, newKeys } from './ssh.ts'
import { answers, asks, text, toPort, type Piece } from './stream.ts'
import { chrome, clientHello, serverHello } from './tls.ts'

export interface Conversation {
  name: string
  start: StreamStart
  pieces: Piece[]
}

const conversation = (name: string, port: number, ...pieces: Piece[]): Conversation => ({
  name,
  start: toPort(port),
  pieces,
})

const hello = clientHello(chrome)

/** One conversation of every kind the dissectors know, for the laws that hold for all of them. */
export const conversations: Conversation[] = [
  conversation(
    'pipelined HTTP with every kind of body',
    8080,
    asks(
      'GET /a?b=c HTTP/1.1\r\nHost: one\r\nCookie: k=v; l=w\r\n\r\nHEAD /h HTTP/1.1\r\nX-Fold: a\r\n b\r\n\r\n',
    ),
    asks(
      'POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloPUT /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ),
    asks('5;x=y\r\nworld\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\nFROB /odd HTTP/1.0\n\n'),
    answers(
      'HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n',
    ),
    answers(
      'HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\nHTTP/1.0 500 E\r\n\r\nuntil the end',
    ),
  ),
  conversation(
    'HTTP joined in mid-stream',
    80,
    asks('\x00\x81tail of a bodyGET /mid HTTP/1.1\r\nHost: m\r\n\r\n'),
  ),
  conversation('HTTP without a version', 80, asks('\r\nGET /old\r\n\r\n')),
  conversation(
    'CONNECT, then TLS',
    3128,
    asks('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'),
    answers('HTTP/1.1 200 Connection established\r\n\r\n'),
    ['source', hello],
    ['destination', serverHello(0x1301)],
  ),
  conversation(
    'a WebSocket',
    80,
    asks('GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n'),
    answers('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x05HTTP/'),
    asks('\x81\x85GET / HTTP/1.1\r\n\r\n'),
  ),
  conversation(
    'TLS in tiny records',
    443,
    ['source', clientHello(chrome, 7)],
    ['destination', serverHello(0xc02f)],
  ),
  conversation(
    'STARTTLS',
    25,
    answers('220 mail ESMTP\r\n'),
    asks('EHLO x\r\nSTARTTLS\r\n'),
    answers('220 go\r\n'),
    ['source', hello],
  ),
  conversation('SOCKS, then TLS', 1080, asks('\x05\x01\x00\x05\x01\x00\x01\x01\x02\x03\x04\x01\xbb'), [
    'source',
    hello,
  ]),
  conversation(
    'SSH',
    22,
    answers('welcome\r\nSSH-2.0-OpenSSH_9.6\r\n'),
    asks('SSH-2.0-Go\r\n'),
    ['source', kexInitOf('client')],
    ['destination', kexInitOf('server')],
    ['destination', ecdhReply],
    ['source', newKeys],
    asks('\x01\x02encrypted from here'),
  ),
  conversation(
    'Telnet',
    23,
    answers('\xff\xfd\x18\xff\xfb\x01login: '),
    asks('\xff\xfb\x18\xff\xfa\x18\x00xterm\xff\xf0root\r\x00admin\r\nenable\nsh'),
  ),
  conversation('bytes of nothing', 9999, [
    'source',
    text('\x16\x03\x01\x00\x05\x01\x00\x00\x00\x00\x00GET '),
  ]),
]
