import { isDeepStrictEqual } from 'node:util'
import type { SensorConfig } from '#model/sensor/protocol.ts'
import { openCarried } from './carried/open.ts'
import { Capture } from './capture/capture.ts'
import { type HostWatch, watchHost } from './capture/host-watch.ts'
import { openDecoys } from './decoys/open.ts'
import type { DecoyKeys } from './decoys/keys.ts'
import type { DecoySink, FlowEnds, ListeningPort } from './decoys/interface.ts'
import { decoyCapture, DecoyPackets } from './flows/decoy-packets.ts'
import { Gatherer } from './flows/gatherer.ts'
import { Segments } from './flows/segments.ts'
import { type HostFacts, Whose } from './flows/whose.ts'
import type { Connection } from './connection/connection.ts'
import type { Losses } from './losses.ts'
import { OpenAgain } from './open-again.ts'
import type { Spool } from './spool/spool.ts'

export interface TrafficOptions {
  server: URL
  interface: string
  portOffset: number
  /** What decoys are known by; made anew without it. */
  keys?: DecoyKeys
  /** By which connections are carried to a device. */
  carrying: Connection
  /** Whether this run captures at all. */
  capture: boolean
}

/** All that becomes segments: what is captured and what decoys hear. */
export interface Traffic {
  /** Switches to what the server wants; resolves when ports and filter are as it says. */
  apply(config: SensorConfig): Promise<void>
  readonly ports: readonly ListeningPort[]
  readonly capture: Capture
  /** As `Carried.failingSince`. */
  readonly notCarriedSince: number | null
  /** What decoys lost, beside the agent's own losses. */
  decoyLosses(): Record<string, number>
  close(): Promise<void>
}

const tickMs = 250
const lookMs = 3000
/** Segments that wait for the disk before the capture is held back. */
const mostWriting = 4

const nobody: HostFacts = {
  own: new Set(),
  decoys: { tcp: new Set(), udp: new Set() },
  taken: { tcp: new Set(), udp: new Set() },
  network: new Set(),
  connections: new Set(),
}

export function openTraffic(
  spool: Spool,
  losses: Losses,
  options: TrafficOptions,
  watch: HostWatch = watchHost(options.server),
): Traffic {
  // Never set back, unlike the clock.
  const now = (): number => performance.now()
  const segments = new Segments((pcapng) => void spool.add(pcapng))
  const whose = new Whose(nobody)
  const gatherer = new Gatherer(
    // What decoys wrote themselves is theirs without asking.
    (packet, at) => (isOurs ? 'sensor' : whose.of(packet, at)),
    (flow) => segments.add(flow, now()),
    losses,
  )
  let isOurs = false
  const packets = new DecoyPackets((record) => {
    isOurs = true
    gatherer.packet(record, decoyCapture, now())
    isOurs = false
  }, losses)
  const capture = new Capture(options.interface, (record, from) => gatherer.packet(record, from, now()))

  let config: SensorConfig | null = null
  let ports: ListeningPort[] = []
  let addresses: readonly string[] = []
  const again = new OpenAgain()
  let last: Promise<void> = Promise.resolve()

  const withoutCapture = (tell: () => void): void => {
    if (!capture.state.isOn) tell()
  }
  /** Packets have the port as it is on this host, decoys tell the profile's. */
  const onTheWire = (flow: FlowEnds): FlowEnds =>
    capture.state.isOn && options.portOffset > 0
      ? { ...flow, destinationPort: flow.destinationPort + options.portOffset }
      : flow
  const sink: DecoySink = {
    event(flow, event) {
      // This machine's own are not captured.
      if (capture.state.isOn && isLoopback(flow.source)) return
      gatherer.event(onTheWire(flow), event, now())
    },
    opened: (flow, at) => withoutCapture(() => packets.opened(flow, at)),
    read: (flow, at, bytes) => withoutCapture(() => packets.read(flow, at, bytes)),
    wrote: (flow, at, bytes) => withoutCapture(() => packets.wrote(flow, at, bytes)),
    closed: (flow, at) => withoutCapture(() => packets.closed(flow, at)),
  }
  const decoys = openDecoys(sink, { ...(options.keys && { keys: options.keys }) })
  const carried = openCarried(sink, {
    connection: options.carrying,
    losses,
    // Told with what the capture tells of itself.
    changed: () => capture.changed(),
  })

  async function look(): Promise<void> {
    if (!config) return
    const { excluded, networkPorts, isOn } = config.capture
    const open = ports.filter(({ error }) => !error)
    const own = (of: 'tcp' | 'udp'): Set<number> =>
      new Set(open.filter(({ transport }) => transport === of).map(({ port }) => port + options.portOffset))
    const seen = await watch.look({
      excluded,
      networkPorts,
      decoys: { tcp: own('tcp'), udp: own('udp') },
    })
    whose.host = seen.facts
    addresses = seen.addresses
    capture.filter = options.capture && isOn ? seen.filter : null
  }

  async function openPorts({ profile, limits, capture }: SensorConfig): Promise<void> {
    const { portOffset } = options
    const how = { excluded: capture.excluded, portOffset, addresses, isTaken: watch.isTaken }
    // Of two that follow each other neither finds its ports held by the other.
    if (profile.device) {
      await decoys.apply({ ...profile, ports: [], catchAll: [] }, limits, how)
      ports = await carried.apply(profile, how)
    } else {
      await carried.apply(profile, how)
      ports = await decoys.apply(profile, limits, how)
    }
    again.opened(ports, how.addresses, now())
    await look()
  }

  async function lookAgain(): Promise<void> {
    await look()
    if (!config || !again.isDue(addresses, now())) return
    const before = ports
    await openPorts(config)
    // The server is told at once.
    if (!isDeepStrictEqual(ports, before)) capture.changed()
  }

  /** Looks and changes of the profile, one after the other. */
  const serialised = (work: () => Promise<void>): Promise<void> =>
    (last = last.catch(() => undefined).then(work))

  const ticking = setInterval(() => {
    gatherer.tick(now())
    segments.tick(now())
    capture.paused = spool.writing > mostWriting
  }, tickMs)
  // What could not be read is read again with the next look.
  const looking = setInterval(() => void serialised(lookAgain).catch(() => undefined), lookMs)

  return {
    capture,
    get notCarriedSince() {
      return carried.failingSince
    },
    get ports() {
      return ports
    },
    decoyLosses: () => decoys.losses(),
    apply: (wanted) =>
      serialised(async () => {
        config = wanted
        spool.limit(wanted.limits.spoolBytes)
        segments.shape(wanted.capture)
        packets.mostBytes = wanted.limits.bytesPerConnection
        // Who listens now, before the ports are opened.
        await look()
        again.reset()
        await openPorts(wanted)
      }),
    async close() {
      clearInterval(looking)
      await last.catch(() => undefined)
      await Promise.all([decoys.close(), carried.close()])
      await capture.stop()
      clearInterval(ticking)
      gatherer.end()
      segments.close()
      await spool.close()
    },
  }
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')
