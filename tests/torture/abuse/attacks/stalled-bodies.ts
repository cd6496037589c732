import { type Attack, over } from '../attack.ts'
import { open, statusesIn } from '../wire.ts'

/** Two hundred bodies that come to a megabyte and then a byte a second. */
export const stalledBodies: Attack = {
  name: 'stalled bodies',
  point: '4.7',
  async run({ product: { url }, address, signal, outcomes }) {
    const head =
      'POST /v3/ip HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    const piece = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(url, address)))
    for (const socket of sockets) {
      if (!socket) {
        outcomes.add('not let in')
        continue
      }
      let said = ''
      socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
      socket.on('close', () => {
        for (const status of statusesIn(said)) outcomes.add(status)
        if (said === '') outcomes.add('closed')
      })
      socket.write(head)
      for (let at = 0; at < 16; at++) socket.write(piece)
      const drip = setInterval(() => socket.writable && socket.write('1\r\nx\r\n'), 1000)
      socket.once('close', () => clearInterval(drip))
    }
    await over({ signal })
    for (const socket of sockets) socket?.destroy()
    await new Promise((closed) => setTimeout(closed, 100))
  },
}
