import { connect, type Socket } from 'node:net'
import type { DecoyEvent } from '#model/sensor/event.ts'
import type { AcceptedCredential, DecoyPort, SensorProfile } from '#model/sensor/profile.ts'
import { defaultLimits, type SensorLimits } from '#model/sensor/protocol.ts'
import type { DecoySink, Decoys, FlowEnds, ListeningPort } from '../interface.ts'
import { openDecoys } from '../open.ts'

export type Said =
  | { what: 'opened' | 'closed'; flow: FlowEnds }
  | { what: 'read' | 'wrote'; flow: FlowEnds; bytes: Buffer }
  | { what: 'event'; flow: FlowEnds; event: DecoyEvent }

/** Decoys that listen for real on loopback, at free ports, and everything that they told. */
export interface Opened {
  decoys: Decoys
  said: Said[]
  events(): DecoyEvent[]
  listening: ListeningPort[]
  /** Where a port of the profile can be reached. */
  at(port: number): number
  apply(
    profile: SensorProfile,
    change?: Partial<SensorLimits>,
    excluded?: readonly string[],
  ): Promise<ListeningPort[]>
}

export const profileOf = (
  ports: readonly (Partial<DecoyPort> & Pick<DecoyPort, 'protocol' | 'port'>)[],
  credentials: readonly AcceptedCredential[] = [],
): SensorProfile => ({
  id: 'test',
  name: 'Test',
  description: 'For a test.',
  author: 'Noisefloor',
  tier: 'community',
  categories: ['other'],
  operatingSystem: 'none',
  cves: [],
  ports: ports.map((port) => ({ transport: 'tcp', ...port })),
  credentials,
})

export async function opened(profile: SensorProfile, clock?: () => number): Promise<Opened> {
  const said: Said[] = []
  const sink: DecoySink = {
    event: (flow, event) => said.push({ what: 'event', flow, event }),
    opened: (flow) => said.push({ what: 'opened', flow }),
    read: (flow, _at, bytes) => said.push({ what: 'read', flow, bytes: Buffer.from(bytes) }),
    wrote: (flow, _at, bytes) => said.push({ what: 'wrote', flow, bytes: Buffer.from(bytes) }),
    closed: (flow) => said.push({ what: 'closed', flow }),
  }
  const decoys = openDecoys(sink, clock && { clock })
  for (let portOffset = 10_000 + Math.floor(Math.random() * 2000); ; portOffset += 97) {
    const apply: Opened['apply'] = (next, change = {}, excluded = []) =>
      decoys.apply(next, { ...defaultLimits, ...change }, { excluded, portOffset, isTaken: () => false })
    const listening = await apply(profile)
    // Another test may listen just there: look for other ports.
    if (listening.some(({ error }) => error?.includes('EADDRINUSE'))) continue
    return {
      decoys,
      said,
      listening,
      apply,
      at: (port) => port + portOffset,
      events: () => said.flatMap((one) => (one.what === 'event' ? [one.event] : [])),
    }
  }
}

/** Opens a connection, says something, and gives what came back until the other side ended it or `until` was seen. */
export const talkTo = (
  port: number,
  said: string | Uint8Array,
  until?: RegExp,
  host = '127.0.0.1',
): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket: Socket = connect(port, host, () => socket.write(said))
    const done = () => {
      socket.destroy()
      resolve(heard)
    }
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (until?.test(heard)) done()
    })
    socket.on('end', done)
    socket.on('close', done)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? done() : reject(error),
    )
  })
