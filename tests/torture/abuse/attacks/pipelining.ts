import { againAndAgain, type Attack } from '../attack.ts'
import { open, statusesIn } from '../wire.ts'

/** Two hundred requests written at once on each of ten connections, again and again. */
export const pipelining: Attack = {
  name: 'pipelining',
  point: 'concurrency',
  run({ product: { url }, address, signal, outcomes }) {
    const many = 'GET /v3/gnql?size=100&query=* HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(200)
    return againAndAgain({ signal }, 10, async () => {
      const socket = await open(url, address)
      if (!socket) return outcomes.add('not let in')
      let said = ''
      // Enough of each piece to find the heads in; bodies are only counted past.
      socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
      socket.write(many)
      await new Promise<void>((done) => {
        socket.once('close', () => done())
        setTimeout(done, 2_000)
      })
      socket.destroy()
      for (const status of statusesIn(said)) outcomes.add(status)
    })
  },
}
