import { readFile } from 'node:fs/promises'
import { addressText } from '#packet/flows/address.ts'
import type { FlowEnds } from '../decoys/interface.ts'

/** What the kernel says of this host's sockets (proc_net_tcp, proc(5)). */
export interface HostSockets {
  /** Ports with a listener, of whatever program; for UDP with a socket that is connected to nobody. */
  listening: { tcp: ReadonlySet<number>; udp: ReadonlySet<number> }
  /** Connections that stand, written as if this host were the destination; at most `mostConnections`. */
  connections: readonly FlowEnds[]
}

/** States of the table: TCP_ESTABLISHED, TCP_CLOSE (an unconnected UDP socket), TCP_LISTEN. */
const established = '01'
const closed = '07'
const listen = '0A'

export const mostConnections = 20_000

export async function readHostSockets(folder = '/proc/net'): Promise<HostSockets> {
  const table = (name: string): Promise<string> => readFile(`${folder}/${name}`, 'utf8').catch(() => '')
  const [tcp, tcp6, udp, udp6] = await Promise.all([table('tcp'), table('tcp6'), table('udp'), table('udp6')])
  const tcpRows = [...rowsOf(tcp), ...rowsOf(tcp6)]
  const ports = (rows: Row[], state: string): Set<number> =>
    new Set(rows.filter((row) => row.state === state).map((row) => portOf(row.local)))
  const udpRows = [...rowsOf(udp), ...rowsOf(udp6)]
  return {
    listening: { tcp: ports(tcpRows, listen), udp: ports(udpRows, closed) },
    connections: [...connectionsOf(tcpRows, 'tcp'), ...connectionsOf(udpRows, 'udp')],
  }
}

const connectionsOf = (rows: Row[], transport: 'tcp' | 'udp'): FlowEnds[] =>
  rows
    .filter(({ state }) => state === established)
    .slice(0, mostConnections)
    .map(({ local, remote }) => ({
      transport,
      source: addressOf(remote),
      sourcePort: portOf(remote),
      destination: addressOf(local),
      destinationPort: portOf(local),
    }))

interface Row {
  local: string
  remote: string
  state: string
}

const row = /^\s*\d+: ([0-9A-F]{8,32}:[0-9A-F]{4}) ([0-9A-F]{8,32}:[0-9A-F]{4}) ([0-9A-F]{2}) /

function rowsOf(table: string): Row[] {
  return table.split('\n').flatMap((line) => {
    const [, local, remote, state] = row.exec(line) ?? []
    return local && remote && state ? [{ local, remote, state }] : []
  })
}

const portOf = (end: string): number => Number.parseInt(end.slice(-4), 16)

/** Words of four bytes as the machine has them, which is little-endian wherever Node runs but on s390x. */
function addressOf(end: string): string {
  const bytes = Buffer.from(end.slice(0, -5), 'hex')
  bytes.swap32()
  return addressText(bytes, 0, bytes.length).replace(/^::ffff:(?=\d+\.)/, '')
}
