import { type Attack, over } from '../attack.ts'
import { open } from '../wire.ts'

/** A thousand connections held open with half a head each. */
export const connections: Attack = {
  name: 'connections held open',
  point: 'connections',
  async run({ product: { url }, address, signal, outcomes }) {
    const sockets = []
    for (let at = 0; at < 1000 && !signal.aborted; at++) {
      const socket = await open(url, address)
      outcomes.add(socket ? 'opened' : 'not let in')
      socket?.on('close', () => outcomes.add('closed'))
      socket?.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-half: ')
      sockets.push(socket)
    }
    await over({ signal })
    for (const socket of sockets) socket?.removeAllListeners('close').destroy()
  },
}
