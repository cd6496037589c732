import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { visitorAt } from './caller.ts'
import type { Quota } from './table.ts'

/**
 * Connections to a TLS port that have not shaken hands: nobody can ask by them yet, so they have no place among those that can
 * (connections.ts) and bounds of their own. A new one takes the place of the oldest of the same address or network, else of the one with the most:
 * whoever opens many and says nothing keeps nobody else out.
 */
export function watchHandshakes(server: Server, quota: Pick<Quota, 'address' | 'total'>): void {
  const all = new Map<string, Socket>()
  /** By address and network; each in the order in which they came. */
  const byGroup = new Map<string, Set<Socket>>()

  const forget = (socket: Socket, key: string, names: readonly string[]): void => {
    if (!all.delete(key)) return
    for (const name of names) {
      const set = byGroup.get(name)
      set?.delete(socket)
      if (set?.size === 0) byGroup.delete(name)
    }
  }
  const oldestIn = (set: Set<Socket> | undefined): Socket | undefined => set?.values().next().value
  const largest = (): Set<Socket> | undefined =>
    [...byGroup.values()].reduce((most, set) => (set.size > most.size ? set : most))

  const forgetting = new WeakMap<Socket, () => void>()
  server.on('connection', (socket: Socket) => {
    const { groups } = visitorAt(socket.remoteAddress ?? '')
    const full = groups.find(({ name, share }) => (byGroup.get(name)?.size ?? 0) >= quota.address * share)
    if (full || all.size >= quota.total) {
      const oldest = oldestIn(full ? byGroup.get(full.name) : largest())
      if (oldest) {
        forgetting.get(oldest)?.()
        oldest.destroy()
      }
    }
    const key = endOf(socket)
    const names = groups.map(({ name }) => name)
    const leave = (): void => forget(socket, key, names)
    forgetting.set(socket, leave)
    all.set(key, socket)
    for (const name of names) byGroup.set(name, (byGroup.get(name) ?? new Set()).add(socket))
    socket.once('close', leave)
  })
  // What has shaken hands is another socket, of the same end.
  server.on('secureConnection', (secure: Socket) => {
    const socket = all.get(endOf(secure))
    if (socket) forgetting.get(socket)?.()
  })
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
