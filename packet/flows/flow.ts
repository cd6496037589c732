import type { Conversation, Direction as Proof } from '#model/session.ts'
import { protocols } from '../layers/transport.ts'
import type { FrameCursor } from '../layers/frame-cursor.ts'
import { limits } from '../limits.ts'
import { Notes } from '../protocols/decoy/notes.ts'
import type { ApplicationFacts, Applications, Direction, StreamStart } from '../stream.ts'
import { End, nothing } from './end.ts'
import type { Consumer } from './reassembly.ts'
import { communityId } from './community-id.ts'
import { judge, sign, signOfIcmp, signOfSegment } from './direction.ts'
import { Content } from './content.ts'
import { flag, isSynAck } from './segment-flags.ts'
import { TcpState } from './tcp-state.ts'
import { Peers } from './peers.ts'

const noVlans: readonly number[] = []
const none: ReadonlySet<Direction> = new Set()

/** One open conversation. */
export class Flow implements Consumer {
  readonly key: string
  /** Neighbours in the table's order of last use. */
  older: Flow | null = null
  newer: Flow | null = null
  first: number
  last: number
  readonly #peers: Peers
  #vlans: readonly number[] = noVlans
  /** Type and code of the first packet. */
  readonly #icmp: { type: number; code: number } | null
  readonly #tcp: TcpState | null
  #source = new End('source')
  #destination = new End('destination')
  /** What its bytes say, read by the protocols above. */
  readonly #content: Content
  /** What the table has booked of `kept`. */
  booked = 0
  /** What connections before this one left, where several share ends and ports. */
  #sure: { facts: ApplicationFacts | null; payload: Uint8Array } | null = null
  /** What the decoy of a sensor told of it; most flows have none. */
  #notes: Notes | null = null
  /** Its packets are written down from what was said: how they look proves nothing. */
  #isOfDecoy = false

  constructor(key: string, cursor: FrameCursor, applications: Applications) {
    this.key = key
    this.first = cursor.time
    this.last = cursor.time
    this.#peers = new Peers(cursor)
    const icmp = cursor.protocol === protocols.icmp || cursor.protocol === protocols.icmpv6
    this.#icmp = icmp ? { type: cursor.icmpType, code: cursor.icmpCode } : null
    this.#tcp = cursor.protocol === protocols.tcp ? new TcpState() : null
    this.#content = new Content(applications)
    // Who answers a SYN is not who began.
    if (this.#tcp && isSynAck(cursor.flags)) this.#swap()
  }

  /** Bytes of segments waiting for a gap to close. */
  get bufferedBytes(): number {
    return this.#source.assembly.bufferedBytes + this.#destination.assembly.bufferedBytes
  }

  /** Bytes of facts, found or in the making. */
  get kept(): number {
    return this.#content.kept + (this.#notes?.kept ?? 0)
  }

  /** Takes what a sensor wrote beside a packet. @returns how much of it could not be read */
  hear(comments: readonly string[]): number {
    this.#notes ??= new Notes()
    return this.#notes.hear(comments)
  }

  add(cursor: FrameCursor): void {
    let fromSource = this.#peers.isFromSource(cursor)
    if (this.#tcp?.isReversed(cursor, fromSource)) {
      this.#restart()
      this.#swap()
      this.#rememberSure()
      fromSource = true
    } else if (this.#tcp?.reopens(cursor, fromSource)) this.#restart()
    if (cursor.isOfDecoy) this.#isOfDecoy = true
    if (cursor.time > this.last) this.last = cursor.time
    else if (cursor.time < this.first) this.first = cursor.time
    const end = fromSource ? this.#source : this.#destination
    if (end.packets === 0) {
      end.ttl = cursor.ttl
      end.ipId = cursor.ipId
    }
    end.packets++
    end.bytes += cursor.frameLength
    for (const vlan of cursor.vlans) this.#tag(vlan)
    if (this.#tcp) {
      this.#tcp.see(cursor, fromSource, this.#source.assembly.acknowledged)
      end.signs |= signOfSegment(cursor.flags)
    } else if (this.#icmp) this.#message(cursor, end)
    this.#payload(cursor, end, fromSource)
  }

  bytes(direction: Direction, bytes: Uint8Array, at: number): void {
    const end = direction === 'source' ? this.#source : this.#destination
    if (end.payload.length === 0) end.began = this.#otherThan(end).payload.length === 0
    end.spoke = true
    end.keep(bytes)
    if (this.#content.isConcluded) return
    // A TCP stream goes on to its end, however long: what a dissector keeps is bounded, what it counts must be whole.
    if (!this.#tcp) {
      if (end.dissected >= limits.streamBytes) return
      end.dissected += bytes.length
    }
    if (!this.#content.isOpen) this.#content.open({ ...this.#start, opened: this.#opened })
    this.#content.push(direction, bytes, at)
  }

  hole(direction: Direction, bytes: number): void {
    this.#content.gap(direction, bytes)
  }

  /** Holds no segments any more. */
  release(): void {
    this.#source.assembly.release(this)
    this.#destination.assembly.release(this)
  }

  /** The conversation as it stands; call it once, when no packet will follow. */
  finish(shiftMs: number): Conversation {
    this.#flush()
    this.#content.close()
    const direction = this.#judge()
    if (this.#isUnread) this.#forgetData()
    this.#takeNotes()
    const { facts } = this.#content
    const { transport } = this.#peers
    // By the request, where there is one: the first packet may have been its reply.
    const icmp = this.#source.asked ?? this.#icmp
    return {
      // First, where a copy of it is quickest.
      ...this.#content.recorded,
      ...(this.#notes?.ofNetwork && { isOfNetwork: true }),
      firstPacket: Math.floor(this.first + shiftMs),
      lastPacket: Math.floor(this.last + shiftMs),
      direction,
      ipProtocol: this.#peers.protocol,
      transport,
      source: this.#source.endpoint(this.#peers.sourceText, this.#peers.sourcePort),
      destination: this.#destination.endpoint(this.#peers.destinationText, this.#peers.destinationPort),
      protocols: facts ? [...facts.protocols, transport].sort() : [transport],
      vlans: [...this.#vlans],
      ttl: this.#isOfDecoy ? 0 : this.#source.ttl,
      ipId: this.#isOfDecoy ? 0 : this.#source.ipId,
      icmp,
      tcp: (this.#isOfDecoy ? this.#tcp?.factsWithoutMarks : this.#tcp?.facts) ?? null,
      sourcePayload: this.#source.payload,
      destinationPayload: this.#destination.payload,
      communityId: communityId({
        source: this.#peers.source,
        destination: this.#peers.destination,
        protocol: this.#peers.protocol,
        sourcePort: this.#peers.sourcePort,
        destinationPort: this.#peers.destinationPort,
        icmp,
      }),
    }
  }

  #tag(vlan: number): void {
    if (this.#vlans.length < limits.vlans && !this.#vlans.includes(vlan)) this.#vlans = [...this.#vlans, vlan]
  }

  /** Whether a packet has the key of this conversation. */
  isOf(cursor: FrameCursor): boolean {
    return this.#peers.haveSent(cursor)
  }

  /** The connection is over: what waits behind gaps is read. */
  #flush(): void {
    this.#source.assembly.flush(this)
    this.#destination.assembly.flush(this)
  }

  /** Another connection between the same ends and ports: what was said so far is kept, streams begin anew. */
  #restart(): void {
    this.#flush()
    this.#content.close()
    this.#content.isConcluded = false
    if (this.#isUnread) this.#forgetData()
    else this.#rememberSure()
    for (const end of [this.#source, this.#destination]) {
      end.assembly.restart()
      end.dissected = 0
      end.spoke = false
    }
    const began = this.#tcp?.restart() ?? -1
    if (began >= 0) this.#source.assembly.begin((began + 1) >>> 0)
  }

  /** A decoy tells of those who connected to it, whatever else of the connection was seen. */
  #takeNotes(): void {
    if (this.#notes) this.#content.take(this.#notes.facts(this.#content.applications, this.#start))
  }

  get #start(): StreamStart {
    const { sourcePort, destinationPort } = this.#peers
    return { transport: this.#tcp ? 'tcp' : 'udp', sourcePort, destinationPort }
  }

  #message(cursor: FrameCursor, end: End): void {
    const what = signOfIcmp(this.#peers.protocol, cursor.icmpType)
    end.signs |= what
    if (what === sign.asked) end.asked ??= { type: cursor.icmpType, code: cursor.icmpCode }
  }

  /** A SYN was seen; its sender is the source. */
  get #opened(): boolean {
    return this.#tcp !== null && this.#tcp.facts.flags.syn > 0
  }

  /** Nobody read what came in the source's name, and nothing the destination said bears it out. */
  get #isUnread(): boolean {
    return this.#tcp !== null && this.#tcp.isUnread && !this.#destination.spoke
  }

  #rememberSure(): void {
    this.#sure = { facts: this.#content.facts, payload: this.#source.payload }
  }

  /** Back to what was there before this connection. */
  #forgetData(): void {
    this.#content.facts = this.#sure?.facts ?? null
    this.#source.payload = this.#sure?.payload ?? nothing
  }

  /** Makes who asked the source. */
  #judge(): Proof {
    if (this.#opened) return 'request'
    const [source, destination] = [this.#source, this.#destination]
    const judged = judge({
      protocol: this.#peers.protocol,
      signs: { source: source.signs, destination: destination.signs },
      ports: { source: this.#peers.sourcePort, destination: this.#peers.destinationPort },
      packets: { source: source.packets, destination: destination.packets },
      asks: this.#content.facts?.asks ?? none,
      answers: this.#content.facts?.answers ?? none,
      began: source.began ? 'source' : destination.began ? 'destination' : null,
      spoke: { source: source.payload.length > 0, destination: destination.payload.length > 0 },
    })
    if (judged.source === 'destination') this.#swap()
    return judged.direction
  }

  #swap(): void {
    this.#tcp?.swap()
    this.#content.swap()
    this.#peers.swap()
    ;[this.#source, this.#destination] = [this.#destination, this.#source]
    this.#source.assembly.direction = 'source'
    this.#destination.assembly.direction = 'destination'
  }

  #otherThan(end: End): End {
    return end === this.#source ? this.#destination : this.#source
  }

  get #wantsBytes(): boolean {
    return (
      !this.#content.isConcluded ||
      this.#source.payload.length < limits.payloadStart ||
      this.#destination.payload.length < limits.payloadStart
    )
  }

  #payload(cursor: FrameCursor, end: End, fromSource: boolean): void {
    // Most packets have none, and a view is dear to make.
    const bytes = cursor.end > cursor.at ? cursor.bytes.subarray(cursor.at, cursor.end) : nothing
    const missing = cursor.wireEnd - Math.max(cursor.end, cursor.at)
    if (this.#tcp) this.#segment(cursor, end, bytes, missing)
    else if (this.#icmp) end.keep(bytes)
    else {
      const direction = fromSource ? 'source' : 'destination'
      if (bytes.length > 0) this.bytes(direction, bytes, cursor.time)
      if (missing > 0) this.hole(direction, missing)
    }
  }

  #segment(cursor: FrameCursor, end: End, bytes: Uint8Array, missing: number): void {
    if (this.#tcp?.isStray(cursor, end === this.#source)) return
    if (cursor.flags & flag.ack) this.#otherThan(end).assembly.acknowledge(cursor.acknowledgment)
    const sequence = cursor.flags & flag.syn ? (cursor.sequence + 1) >>> 0 : cursor.sequence
    if (cursor.flags & flag.syn) end.assembly.begin(sequence)
    // Without SYN, ACK or RST a segment is dropped, its data with it (RFC 9293 §3.10.7).
    else if (!(cursor.flags & (flag.ack | flag.rst))) return
    const length = bytes.length + missing
    if (length > 0 && this.#wantsBytes) end.assembly.segment(sequence, bytes, missing, cursor.time, this)
    if ((cursor.flags & flag.fin) === 0) return
    end.assembly.finish((sequence + length) >>> 0)
    // Both ends said all they had to say: what the dissector holds need not wait for the end of the capture.
    if (this.#source.assembly.complete && this.#destination.assembly.complete) this.#content.conclude()
  }
}
