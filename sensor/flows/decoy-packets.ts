import { decoyInterface } from '#model/sensor/event.ts'
import { ip } from '#packet/build/ip.ts'
import { tcp, udp } from '#packet/build/transport.ts'
import type { CaptureRecord } from '#packet/capture/record.ts'
import type { FlowEnds } from '../decoys/interface.ts'
import type { Losses } from '../losses.ts'
import { keyOfEnds } from './ends-key.ts'
import type { CaptureInterface } from './gatherer.ts'

/** Raw IP (https://www.tcpdump.org/linktypes.html). */
const rawIp = 101

export const decoyCapture: CaptureInterface = { name: decoyInterface, linkType: rawIp }

/** Bytes of payload in a packet we write: whole reads, as no network cuts them. */
const mostPayload = 32_768

interface Conversation {
  /** Next sequence number of the one who came, and ours. */
  sent: { theirs: number; ours: number }
  bytes: number
}

const mostConversations = 50_000

/**
 * The packets of decoys' conversations, written by us because we may not capture: what was said is true, the rest (sequence numbers,
 * windows) only holds it together.
 */
export class DecoyPackets {
  readonly #open = new Map<string, Conversation>()
  readonly #write: (record: CaptureRecord) => void
  readonly #losses: Losses
  /** Bytes of a conversation that are written. */
  mostBytes = 4 << 20

  constructor(write: (record: CaptureRecord) => void, losses: Losses) {
    this.#write = write
    this.#losses = losses
  }

  opened(flow: FlowEnds, at: number): void {
    if (flow.transport === 'udp') return
    const conversation = { sent: { theirs: 1, ours: 1 }, bytes: 0 }
    this.#open.set(keyOfEnds(flow), conversation)
    if (this.#open.size > mostConversations) this.#open.delete(this.#open.keys().next().value ?? '')
    this.#tcp(flow, at, 'S', { theirs: 0, ours: 0 })
    this.#tcp(back(flow), at, 'SA', { theirs: 0, ours: 1 })
    this.#tcp(flow, at, 'A', { theirs: 1, ours: 1 })
  }

  read(flow: FlowEnds, at: number, bytes: Uint8Array): void {
    this.#data(flow, at, bytes, 'theirs')
  }

  wrote(flow: FlowEnds, at: number, bytes: Uint8Array): void {
    this.#data(flow, at, bytes, 'ours')
  }

  closed(flow: FlowEnds, at: number): void {
    const key = keyOfEnds(flow)
    const sent = this.#open.get(key)?.sent
    this.#open.delete(key)
    if (!sent) return
    this.#tcp(flow, at, 'FA', sent)
    this.#tcp(back(flow), at, 'FA', { theirs: sent.ours, ours: sent.theirs + 1 })
    this.#tcp(flow, at, 'A', { theirs: sent.theirs + 1, ours: sent.ours + 1 })
  }

  #data(flow: FlowEnds, at: number, bytes: Uint8Array, who: 'theirs' | 'ours'): void {
    const from = who === 'theirs' ? flow : back(flow)
    if (flow.transport === 'udp') return this.#packet(from, at, udp({ ...portsOf(from), payload: bytes }))
    const conversation = this.#open.get(keyOfEnds(flow))
    if (!conversation) return
    for (let start = 0; start < bytes.length; start += mostPayload) {
      const payload = bytes.subarray(start, start + mostPayload)
      if (conversation.bytes + payload.length > this.mostBytes)
        return this.#losses.add('decoy-bytes', bytes.length - start)
      conversation.bytes += payload.length
      const { theirs, ours } = conversation.sent
      this.#tcp(from, at, 'PA', who === 'theirs' ? { theirs, ours } : { theirs: ours, ours: theirs }, payload)
      conversation.sent[who] = (conversation.sent[who] + payload.length) >>> 0
    }
  }

  /** `theirs`: of the sender of this packet. */
  #tcp(
    from: FlowEnds,
    at: number,
    flags: string,
    sent: Conversation['sent'],
    payload: Uint8Array = new Uint8Array(0),
  ): void {
    const segment = { ...portsOf(from), sequence: sent.theirs, acknowledgment: sent.ours, flags, payload }
    this.#packet(from, at, tcp(segment))
  }

  #packet({ source, destination }: FlowEnds, at: number, segment: ReturnType<typeof tcp>): void {
    const bytes = ip({ source, destination }, segment)
    this.#write({
      bytes,
      start: 0,
      end: bytes.length,
      wireLength: bytes.length,
      at,
      linkType: rawIp,
      offset: 0,
      comments: [],
      isOfDecoy: true,
    })
  }
}

const portsOf = ({ sourcePort, destinationPort }: FlowEnds) => ({ sourcePort, destinationPort })

const back = (flow: FlowEnds): FlowEnds => ({
  transport: flow.transport,
  source: flow.destination,
  sourcePort: flow.destinationPort,
  destination: flow.source,
  destinationPort: flow.sourcePort,
})
