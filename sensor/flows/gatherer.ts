import { type DecoyEvent, eventLimits } from '#model/sensor/event.ts'
import type { CaptureRecord } from '#packet/capture/record.ts'
import { flag, isSyn } from '#packet/flows/segment-flags.ts'
import { protocols } from '#packet/layers/transport.ts'
import type { FlowEnds } from '../decoys/interface.ts'
import type { Losses } from '../losses.ts'
import { keyOfEnds } from './ends-key.ts'
import { type PacketFacts, PacketReader } from './packet.ts'
import { waitingEvents } from './waiting-events.ts'
import type { FlowKind } from './whose.ts'

export interface CaptureInterface {
  name: string
  linkType: number
}

export interface KeptPacket {
  /** Order of arrival over all flows. */
  order: number
  at: number
  from: CaptureInterface
  frame: Uint8Array
  wireLength: number
}

/** A flow, or as much of it as its limits let into one segment. */
export interface GatheredFlow {
  kind: FlowKind
  packets: KeptPacket[]
  events: DecoyEvent[]
  /** Of the frames, and of what it costs to keep them. */
  bytes: number
}

interface OpenFlow extends GatheredFlow {
  firstSeen: number
  lastSeen: number
  /** Who closed: 1 and 2 for FIN of either end. */
  closed: number
  endedAt: number | null
  firstSource: string
}

export const gathererLimits = {
  flows: 100_000,
  bytes: 64 << 20,
  /** A longer flow is cut, so that a segment stays within what the server takes. */
  flowBytes: 2 << 20,
  flowMs: 60_000,
  silentMs: { one: 3000, more: 15_000 },
  /** The last acknowledgement comes after the FIN, and what a decoy understood after the bytes. */
  lingerMs: 500,
} as const

/** What an entry costs beside its bytes. */
const packetCost = 64
const flowCost = 512

/**
 * Gathers the packets of a flow until it is over (docs/sensors.md). Times of silence are those of arrival here, so that a capture that
 * lags, or a clock that is set, cuts nothing.
 */
export class Gatherer {
  readonly #flows = new Map<string, OpenFlow>()
  readonly #reader = new PacketReader()
  readonly #events
  readonly #whose: (packet: PacketFacts, now: number) => FlowKind | null
  readonly #finished: (flow: GatheredFlow) => void
  #bytes = 0
  #order = 0

  constructor(
    whose: (packet: PacketFacts, now: number) => FlowKind | null,
    finished: (flow: GatheredFlow) => void,
    losses: Losses,
  ) {
    this.#whose = whose
    this.#finished = finished
    this.#events = waitingEvents(losses)
  }

  get size(): number {
    return this.#flows.size
  }

  packet(record: CaptureRecord, from: CaptureInterface, now: number): void {
    const packet = this.#reader.read(record)
    if (!packet) return
    const isLater = packet.protocol === 0
    let flow = this.#flows.get(packet.key)
    if (flow?.endedAt != null && isSyn(packet.flags) && packet.protocol === protocols.tcp) {
      this.#finish(packet.key, flow)
      flow = undefined
    }
    if (!flow) {
      const kind = isLater ? null : this.#whose(packet, now)
      if (kind === null) return
      flow = this.#open(packet, kind, now)
    }
    const end = flow.kind === 'sensor' ? record.end : record.start + packet.headerBytes
    // A fragment has no header of which could be told where it ends.
    if (end <= record.start) return
    this.#add(flow, { record, end, from }, now)
    if (packet.protocol === protocols.tcp) note(flow, packet, now)
    if (flow.bytes >= gathererLimits.flowBytes) this.#finish(packet.key, flow)
    this.#makeRoom()
  }

  /** What a decoy understood; it may come before the packets do. */
  event(ends: FlowEnds, event: DecoyEvent, now: number): void {
    const key = keyOfEnds(ends)
    const flow = this.#flows.get(key)
    if (!flow) this.#events.add(key, event, now)
    else if (flow.events.length < eventLimits.perFlow) flow.events.push(event)
  }

  /** Finishes what is over; to be called several times a second. */
  tick(now: number): void {
    for (const [key, flow] of this.#flows) if (isOver(flow, now)) this.#finish(key, flow)
    this.#events.expire(now)
  }

  /** Finishes everything. */
  end(): void {
    for (const [key, flow] of this.#flows) this.#finish(key, flow)
  }

  #open(packet: PacketFacts, kind: FlowKind, now: number): OpenFlow {
    const flow: OpenFlow = {
      kind,
      packets: [],
      events: this.#events.take(packet.key),
      bytes: flowCost,
      firstSeen: now,
      lastSeen: now,
      closed: 0,
      endedAt: null,
      firstSource: `${packet.source} ${packet.sourcePort}`,
    }
    this.#flows.set(packet.key, flow)
    this.#bytes += flowCost
    return flow
  }

  #add(
    flow: OpenFlow,
    { record, end, from }: { record: CaptureRecord; end: number; from: CaptureInterface },
    now: number,
  ): void {
    // A copy: a view would keep the whole chunk it came in.
    const frame = record.bytes.slice(record.start, end)
    const { at, wireLength } = record
    flow.packets.push({ order: this.#order++, at, from, frame, wireLength })
    flow.lastSeen = now
    flow.bytes += frame.length + packetCost
    this.#bytes += frame.length + packetCost
  }

  /** Nothing is lost where the oldest flows are finished before they are over. */
  #makeRoom(): void {
    while (this.#flows.size > gathererLimits.flows || this.#bytes > gathererLimits.bytes) {
      const [oldest] = this.#flows
      if (!oldest) return
      this.#finish(...oldest)
    }
  }

  #finish(key: string, flow: OpenFlow): void {
    this.#flows.delete(key)
    this.#bytes -= flow.bytes
    const { kind, packets, events, bytes } = flow
    if (packets.length > 0) this.#finished({ kind, packets, events, bytes })
  }
}

function note(flow: OpenFlow, packet: PacketFacts, now: number): void {
  if (packet.flags & flag.fin)
    flow.closed |= `${packet.source} ${packet.sourcePort}` === flow.firstSource ? 1 : 2
  if (flow.closed === 3 || packet.flags & flag.rst) flow.endedAt ??= now
}

function isOver(flow: OpenFlow, now: number): boolean {
  const { flowMs, silentMs, lingerMs } = gathererLimits
  if (flow.endedAt !== null && now - flow.endedAt >= lingerMs) return true
  if (now - flow.firstSeen >= flowMs) return true
  return now - flow.lastSeen >= (flow.packets.length === 1 ? silentMs.one : silentMs.more)
}
