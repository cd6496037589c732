import { createServer, type Server, type Socket } from 'node:net'
import type { FlowEnds } from '../interface.ts'
import { plainAddress } from './addresses.ts'
import { Conversation, type Place } from './conversation.ts'

/** Those that hold it wait for us in the kernel. */
const backlog = 1024

/** Which conversation a socket carries: one listener for all sockets instead of one closure each. */
const conversations = new WeakMap<Socket, Conversation>()

export interface Listener {
  close(): Promise<void>
}

/** Listens at a TCP port, on every address. */
export async function listenTcp(
  at: number,
  place: Place,
  isExcluded: (address: string) => boolean,
): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    accept(socket, place, isExcluded),
  )
  await listening(server, at)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        place.connections.endAll((conversation) => conversation.place === place)
      }),
  }
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await tryHost(server, port, '::')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
    await tryHost(server, port, '0.0.0.0')
  }
}

const tryHost = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      // Out of descriptors, for example: the connection is lost, the listener is not.
      server.on('error', () => {})
      resolve()
    })
  })

function accept(socket: Socket, place: Place, isExcluded: (address: string) => boolean): void {
  const { remoteAddress, remotePort, localAddress } = socket
  if (remoteAddress === undefined || remotePort === undefined || localAddress === undefined)
    return void socket.destroy()
  const source = plainAddress(remoteAddress)
  if (isExcluded(source)) return void socket.destroy()
  const flow: FlowEnds = {
    transport: 'tcp',
    source,
    sourcePort: remotePort,
    destination: plainAddress(localAddress),
    destinationPort: place.port.port,
  }
  const conversation = new Conversation(place, flow, socket)
  conversations.set(socket, conversation)
  place.connections.add(conversation)
  socket.on('data', heard).on('end', heardAll).on('drain', drained).on('error', failed).on('close', closed)
  conversation.begin()
}

function heard(this: Socket, bytes: Buffer): void {
  conversations.get(this)?.hear(bytes)
}
function heardAll(this: Socket): void {
  conversations.get(this)?.heardAll()
}
function drained(this: Socket): void {
  conversations.get(this)?.drained()
}
/** Resets are the other side's way to leave; `close` follows. */
function failed(): void {}
function closed(this: Socket): void {
  const conversation = conversations.get(this)
  if (conversation === undefined) return
  conversation.place.connections.remove(conversation)
  conversation.closed()
}
