import { isDeepStrictEqual } from 'node:util'
import type { AcceptedCredential, DecoyPort, SensorProfile } from '#model/sensor/profile.ts'
import type { SensorLimits } from '#model/sensor/protocol.ts'
import { Certificates } from './certificate/certificates.ts'
import type { ApplyOptions, DecoySink, Decoys, ListeningPort } from './interface.ts'
import { DecoyKeys } from './keys.ts'
import { among, hostAddresses } from './listeners/addresses.ts'
import { Connections } from './listeners/connections.ts'
import { AnswerRate } from './listeners/rate.ts'
import { type Listener, listenTcp } from './listeners/tcp.ts'
import { listenUdp } from './listeners/udp.ts'
import { Losses } from './losses.ts'
import { emulations } from './protocols/table.ts'
import { hostSaid, whyNotOpen } from './why-not-open.ts'

const sweepMs = 1000

interface Open {
  wanted: Wanted
  listener: Listener & { sweep?(now: number): void }
}

/** All that makes one listener differ from another: as long as it is the same, the listener stays. */
interface Wanted {
  port: DecoyPort
  at: number
  credentials: readonly AcceptedCredential[]
  limits: SensorLimits
  excluded: readonly string[]
  /** That it listens at, each by a socket of its own; none over TCP, where one listens at all that there ever are. */
  addresses: readonly string[]
}

export function openDecoys(
  sink: DecoySink,
  { clock = Date.now, keys = new DecoyKeys() }: { clock?: () => number; keys?: DecoyKeys } = {},
): Decoys {
  const losses = new Losses()
  const connections = new Connections()
  const rate = new AnswerRate()
  const certificates = new Certificates(keys)
  const open = new Map<string, Open>()
  let last: Promise<unknown> = Promise.resolve()
  const sweep = setInterval(() => {
    const now = clock()
    connections.sweep(now)
    for (const { listener } of open.values()) listener.sweep?.(now)
  }, sweepMs)
  sweep.unref()

  /** One change after the other, whoever asks for them. */
  const serialised = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  const listen = async (wanted: Wanted): Promise<Open> => {
    const { port, credentials, limits, at } = wanted
    const setting = { port, credentials, sink, losses, keys, clock }
    const emulation = emulations[port.protocol]
    const isExcluded = among(wanted.excluded)
    if (port.transport === 'udp') {
      if (emulation.datagram === undefined) throw new Error(`${port.protocol} does not speak over UDP.`)
      return {
        wanted,
        listener: await listenUdp(
          at,
          wanted.addresses,
          { ...setting, answerer: emulation.datagram },
          rate,
          isExcluded,
        ),
      }
    }
    const secureContext = () => certificates.contextFor(port.options?.hostname)
    const place = { ...setting, emulation, limits, secureContext, connections }
    return { wanted, listener: await listenTcp(at, place, isExcluded) }
  }

  const apply = async (
    profile: SensorProfile,
    limits: SensorLimits,
    { excluded, portOffset = 0, addresses = hostAddresses(), isTaken }: ApplyOptions,
  ): Promise<ListeningPort[]> => {
    const wanted = new Map(
      everyPort(profile).map((port) => [
        `${port.transport} ${port.port}`,
        {
          port,
          at: port.port + portOffset,
          credentials: profile.credentials,
          limits,
          excluded,
          addresses: port.transport === 'udp' ? addresses : [],
        },
      ]),
    )
    await Promise.all(
      [...open].map(async ([key, { wanted: had, listener }]) => {
        if (isDeepStrictEqual(had, wanted.get(key))) return
        open.delete(key)
        await listener.close()
      }),
    )
    return Promise.all(
      [...wanted].map(async ([key, one]): Promise<ListeningPort> => {
        const { port, transport, protocol } = one.port
        const result = { port, transport, protocol, error: null }
        if (open.has(key)) return result
        const error = whyNotOpen(one.at, transport, isTaken)
        if (error !== null) return { ...result, error }
        try {
          open.set(key, await listen(one))
          return result
        } catch (error) {
          return { ...result, error: hostSaid(error) }
        }
      }),
    )
  }

  return {
    apply: (...input) => serialised(() => apply(...input)),
    close: () =>
      serialised(async () => {
        clearInterval(sweep)
        const all = [...open.values()]
        open.clear()
        await Promise.all(all.map(({ listener }) => listener.close()))
      }),
    losses: () => losses.all(),
  }
}

/** Ports of their own, and those of the ranges that have none. */
function everyPort({ ports, catchAll = [] }: SensorProfile): DecoyPort[] {
  const all = new Map(ports.map((port) => [`${port.transport} ${port.port}`, port]))
  for (const { from, to, transport } of catchAll)
    for (let port = from; port <= to; port++) {
      const key = `${transport} ${port}`
      if (!all.has(key)) all.set(key, { port, transport, protocol: 'catch-all' })
    }
  return [...all.values()]
}
