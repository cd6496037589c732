import { createServer, type Server, type Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { carriedLimits } from '#model/sensor/device.ts'
import type { SensorProfile } from '#model/sensor/profile.ts'
import { bridge } from '../connection/bridge.ts'
import type { Connection } from '../connection/connection.ts'
import type { ApplyOptions, DecoySink, FlowEnds, ListeningPort } from '../decoys/interface.ts'
import { among, plainAddress } from '../decoys/listeners/addresses.ts'
import { BySource } from '../decoys/listeners/by-source.ts'
import { hostSaid, whyNotOpen } from '../decoys/why-not-open.ts'
import type { Losses } from '../losses.ts'

/** Ports of a profile that shows a device: what comes is carried to the server, which hands it to the device's transporter. */
export interface Carried {
  /** Begins, switches to another profile, or ends: one without a device has none. The same again opens what could not be opened. */
  apply(profile: SensorProfile, options: ApplyOptions): Promise<ListeningPort[]>
  /** Since when visitors are hung up on as nobody carries them; null where the last one was carried, or none came. */
  readonly failingSince: number | null
  close(): Promise<void>
}

/** Nothing is opened but calls of the server, whose address was named at the install (sensor/connection). */
export function openCarried(
  sink: DecoySink,
  {
    connection,
    losses,
    changed,
    clock = Date.now,
  }: {
    connection: Connection
    losses: Losses
    /** `failingSince` is another. */
    changed: () => void
    clock?: () => number
  },
): Carried {
  const servers = new Map<number, Server>()
  let wanted: unknown = null
  const open = new Set<Socket>()
  const bySource = new BySource<Socket>()
  let failingSince: number | null = null

  const accept = (socket: Socket, port: number, isExcluded: (address: string) => boolean): void => {
    const { remoteAddress = '', remotePort = 0, localAddress = '' } = socket
    const source = plainAddress(remoteAddress)
    if (remoteAddress === '' || isExcluded(source)) return void socket.destroy()
    const own = bySource.of(source)
    if (open.size >= carriedLimits.connections || own.size >= carriedLimits.connectionsPerSource) {
      losses.add('carried-refused')
      return void socket.destroy()
    }
    const destination = plainAddress(localAddress)
    const flow: FlowEnds = {
      transport: 'tcp',
      source,
      sourcePort: remotePort,
      destination,
      destinationPort: port,
    }
    open.add(socket)
    bySource.add(source, socket)
    sink.opened(flow, clock())
    const carried = bridge(socket, connection.open(`/api/sensor/ports/${port}/connections`), {
      heard: (bytes) => sink.read(flow, clock(), bytes),
      said: (bytes) => sink.wrote(flow, clock(), bytes),
    })
    void carried.then((status) => {
      open.delete(socket)
      bySource.delete(source, socket)
      sink.closed(flow, clock())
      // Without an answer the visitor may have left by himself.
      if (status === null || (status !== 200) === (failingSince !== null)) return
      failingSince = status === 200 ? null : clock()
      changed()
    })
  }

  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    const all = [...servers.values()]
    servers.clear()
    await Promise.all(all.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  }

  return {
    close,
    get failingSince() {
      return failingSince
    },
    async apply({ ports, device }, { excluded, portOffset = 0, isTaken }) {
      const next = { ports, device, excluded, portOffset }
      if (!isDeepStrictEqual(next, wanted)) {
        wanted = next
        await close()
        failingSince = null
      }
      if (!device) return []
      const isExcluded = among(excluded)
      return Promise.all(
        ports.map(async ({ port, transport, protocol }): Promise<ListeningPort> => {
          const result = { port, transport, protocol, error: null }
          if (servers.has(port)) return result
          const at = port + portOffset
          const error = whyNotOpen(at, transport, isTaken)
          if (error !== null) return { ...result, error }
          try {
            const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
              accept(socket, port, isExcluded),
            )
            await listening(server, at)
            servers.set(port, server)
            return result
          } catch (error) {
            return { ...result, error: hostSaid(error) }
          }
        }),
      )
    },
  }
}

/** On every address of the host. */
const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      // A host without IPv6.
      if (error.code !== 'EAFNOSUPPORT') return reject(error)
      server.once('error', reject)
      server.listen(port, '0.0.0.0', resolve)
    })
    server.listen(port, '::', resolve)
  })
