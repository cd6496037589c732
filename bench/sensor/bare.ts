/** What a Telnet session costs at least on this runtime: sockets that are answered the same texts, and nothing besides. Argument: its port. */
import { createServer } from 'node:net'

const answers = ['login: ', 'Password: ', '# ', 'uid=0(root) gid=0(root) groups=0(root)\r\n# ']

createServer((socket) => {
  let at = 0
  const answer = (): void => {
    const text = answers[at++]
    if (text !== undefined) socket.write(text)
  }
  socket.on('data', answer).on('error', () => undefined)
  answer()
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('listening'))
