import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { FlowEnds } from '../interface.ts'
import type { Answerer, Talk } from '../protocols/emulation.ts'
import { type Setting, Teller } from '../teller.ts'
import { plainAddress } from './addresses.ts'
import type { AnswerRate } from './rate.ts'
import type { Listener } from './tcp.ts'

/** A conversation of datagrams is over when nothing came for so long. */
const silenceMs = 15_000
const most = 4096

/** One source's datagrams to one port. What it says while it answers is not sent but returned (`Answerer`). */
class Exchange extends Teller implements Talk {
  lastAt = this.now()
  reply(): void {}
  end(): void {}
  startTls(): void {}
}

export interface UdpPlace extends Setting {
  readonly answerer: Answerer
}

/** Listens at a UDP port, on each of these addresses of the host: an answer comes from the address that was asked. */
export async function listenUdp(
  at: number,
  addresses: readonly string[],
  place: UdpPlace,
  rate: AnswerRate,
  isExcluded: (address: string) => boolean,
): Promise<Listener & { sweep(now: number): void }> {
  const exchanges = new Map<string, Exchange>()
  const sockets: Socket[] = []
  const finish = (key: string, exchange: Exchange) => {
    exchanges.delete(key)
    place.sink.closed(exchange.flow, place.clock())
  }
  const close = async () => {
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))))
    for (const [key, exchange] of exchanges) finish(key, exchange)
  }
  try {
    for (const address of addresses) sockets.push(await bound(address, at))
  } catch (error) {
    await close()
    throw error
  }
  for (const socket of sockets) {
    const destination = plainAddress(socket.address().address)
    socket.on('message', (question, from) => {
      const source = plainAddress(from.address)
      if (isExcluded(source) || from.port === 0) return
      const key = `${source} ${from.port} ${destination}`
      let exchange = exchanges.get(key)
      if (exchange === undefined) {
        const oldest = exchanges.entries().next()
        if (exchanges.size >= most && !oldest.done) finish(...oldest.value)
        exchange = new Exchange(place, flowOf(source, from, destination, place))
        exchanges.set(key, exchange)
        place.sink.opened(exchange.flow, place.clock())
      }
      answer(socket, place, rate, exchange, question, from)
    })
    socket.on('error', () => {})
  }
  return {
    close,
    sweep(now) {
      for (const [key, exchange] of exchanges) if (now - exchange.lastAt >= silenceMs) finish(key, exchange)
    },
  }
}

const flowOf = (source: string, from: RemoteInfo, destination: string, place: UdpPlace): FlowEnds => ({
  transport: 'udp',
  source,
  sourcePort: from.port,
  destination,
  destinationPort: place.port.port,
})

function answer(
  socket: Socket,
  place: UdpPlace,
  rate: AnswerRate,
  exchange: Exchange,
  question: Buffer,
  from: RemoteInfo,
): void {
  exchange.lastAt = place.clock()
  place.sink.read(exchange.flow, exchange.lastAt, question)
  let said: Uint8Array | null = null
  try {
    said = place.answerer.answer(question, exchange)
  } catch {
    place.losses.count('emulation-failed')
  }
  // The law of every answerer (laws.test.ts), held here once more: nobody is sent more than was asked in his name.
  if (said === null || said.length === 0 || said.length > question.length) return
  if (!rate.allows(exchange.flow.source, exchange.lastAt)) return place.losses.count('answers-rate')
  place.sink.wrote(exchange.flow, exchange.lastAt, said)
  socket.send(said, from.port, from.address, () => {})
}

const bound = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', ipv6Only: isIPv6(address) })
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind(port, address, () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
