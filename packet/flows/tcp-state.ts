import type { TcpFacts } from '#model/session.ts'
import { be32, type FrameCursor } from '../layers/frame-cursor.ts'
import { ReadProof } from './read-proof.ts'
import { flag, isSyn, isSynAck } from './segment-flags.ts'

/** Where a direction's sequence numbers began: its SYN, or one before the first byte seen; -1 when nothing was seen. */
interface Base {
  source: number
  destination: number
}

/** What a first segment tells of its sender. */
type Marks = Pick<TcpFacts, 'sequence' | 'window' | 'options' | 'sequenceIsDestination' | 'masscanId'>

const unmarked: Marks = {
  sequence: 0,
  window: 0,
  options: '',
  sequenceIsDestination: false,
  masscanId: false,
}

const marksIn = ({ sequence, window, options, sequenceIsDestination, masscanId }: TcpFacts): Marks => ({
  sequence,
  window,
  options,
  sequenceIsDestination,
  masscanId,
})

/** In place: most flows are a single SYN, so this runs for nearly every flow. */
function mark(marks: Marks, cursor: FrameCursor): void {
  marks.sequence = cursor.sequence
  marks.window = cursor.window
  marks.options = optionKinds(cursor)
  const four = cursor.addressLength === 4
  const destination = four ? be32(cursor.addresses, cursor.destinationAt) : 0
  marks.sequenceIsDestination = four && destination === cursor.sequence
  marks.masscanId =
    four && ((destination ^ cursor.destinationPort ^ cursor.sequence) & 0xffff) === cursor.ipId
}

/** Flags, handshake and the source's first segment of one TCP connection. */
export class TcpState {
  readonly facts: TcpFacts = {
    flags: { syn: 0, synAck: 0, ack: 0, psh: 0, rst: 0, fin: 0, urg: 0 },
    handshake: false,
    initRtt: null,
    ...unmarked,
  }
  /** Without what the first segment and the time of the handshake would tell of the sender. */
  get factsWithoutMarks(): TcpFacts {
    return { ...this.facts, ...unmarked, initRtt: null }
  }

  readonly #base: Base = { source: -1, destination: -1 }
  #synAt = -1
  #synAckAt = -1
  /** Milliseconds from the SYN to the source's first acknowledgment after a SYN-ACK; null before. */
  #roundTrip: number | null = null
  /** The destination accepted the connection, and nobody has ended it. */
  #isHeld = false
  /** Number of a stray SYN of the source, -1 without one. */
  #stray = -1
  /** Made when somebody answers, or goes on: most flows are a single SYN. */
  #proof: ReadProof | null = null
  /** A segment of the source was seen. */
  #met = false
  /** Marks of the destination's first segment, kept while no SYN says who is who. */
  #other: Marks | null = null

  /**
   * A SYN with another initial number than this direction began with opens a new connection (as tshark counts); but while the
   * destination holds one, only once it accepts the other: till then the SYN is a stray one and changes nothing (RFC 5961 §4.2).
   */
  reopens(cursor: FrameCursor, fromSource: boolean): boolean {
    if (this.#stray >= 0 && !fromSource && isSynAck(cursor.flags))
      return cursor.acknowledgment === (this.#stray + 1) >>> 0
    const base = fromSource ? this.#base.source : this.#base.destination
    if (!isSyn(cursor.flags) || base < 0 || base === cursor.sequence) return false
    const isStray = fromSource && this.#isHeld
    // One that begins a connection at once leaves none to wait for: an earlier stray one was of the connection that is over.
    this.#stray = isStray ? cursor.sequence : -1
    return !isStray
  }

  /** Whether this SYN is a stray one. */
  isStray(cursor: FrameCursor, fromSource: boolean): boolean {
    return fromSource && isSyn(cursor.flags) && this.#stray === cursor.sequence
  }

  /** Caught in the middle, then the first SYN comes from the end that was taken for the destination. */
  isReversed(cursor: FrameCursor, fromSource: boolean): boolean {
    return isSyn(cursor.flags) && !fromSource && this.facts.flags.syn === 0
  }

  /**
   * A new connection begins: both directions may start anywhere.
   * @returns the number of the source's SYN, when it was a stray one till now; -1 otherwise
   */
  restart(): number {
    const stray = this.#stray
    this.#base.source = stray
    this.#base.destination = -1
    this.#stray = -1
    this.#isHeld = false
    // What was proven holds for the connection that is over; what was not may still be: a stray SYN ends none (RFC 9293 §3.10.7.4).
    if (this.#proof?.isProven) this.#proof = null
    if (!this.facts.handshake) {
      this.#synAt = -1
      this.#synAckAt = -1
    }
    return stray
  }

  /** The ends change places: no SYN of either was seen before. */
  swap(): void {
    const met = this.#met ? marksIn(this.facts) : null
    Object.assign(this.facts, this.#other ?? unmarked)
    this.#met = this.#other !== null
    this.#other = met
    ;[this.#base.source, this.#base.destination] = [this.#base.destination, this.#base.source]
    this.#proof?.swap()
  }

  /** `awaited`: what the destination acknowledged last of the source, -1 before it did. */
  see(cursor: FrameCursor, fromSource: boolean, awaited: number): void {
    if (fromSource && (!this.#met || (isSyn(cursor.flags) && this.facts.flags.syn === 0))) {
      mark(this.facts, cursor)
      this.#met = true
    } else if (!fromSource && this.#other === null && this.facts.flags.syn === 0) {
      this.#other = { ...unmarked }
      mark(this.#other, cursor)
    }
    this.#count(cursor.flags)
    if ((fromSource ? this.#base.source : this.#base.destination) < 0) {
      const base = cursor.flags & flag.syn ? cursor.sequence : (cursor.sequence - 1) >>> 0
      if (fromSource) this.#base.source = base
      else this.#base.destination = base
    }
    if (this.isStray(cursor, fromSource)) return
    this.#hold(cursor, fromSource, awaited)
    this.#shake(cursor, fromSource)
  }

  /**
   * Whether the destination still holds the connection. It drops a reset or FIN of the source with another number than it waits for, or
   * challenges it (RFC 5961 §3.2, RFC 9293 §3.10.7.4): where that is not sure, only a connection that it accepts ends this one.
   */
  #hold({ flags, sequence, acknowledgment }: FrameCursor, fromSource: boolean, awaited: number): void {
    if (flags & (flag.fin | flag.rst)) {
      if (!fromSource || sequence === awaited) this.#isHeld = false
    } else if (!fromSource && isSynAck(flags) && acknowledgment === (this.#base.source + 1) >>> 0)
      this.#isHeld = true
  }

  /** The destination was asked for a connection, answered, and read nothing that it may have got in the source's name. */
  get isUnread(): boolean {
    return this.#proof !== null && this.#proof.isAnswered && !this.#proof.isProven
  }

  /** As Arkime counts: `syn`, `synAck` and `ack` are exclusive, the others are not. */
  #count(flags: number): void {
    const count = this.facts.flags
    if (flags & flag.urg) count.urg++
    if (flags & flag.syn) {
      if (flags & flag.ack) count.synAck++
      else count.syn++
    }
    if (flags & flag.rst) count.rst++
    if (flags & flag.fin) count.fin++
    if (flags & flag.psh) count.psh++
    if ((flags & (flag.fin | flag.rst | flag.psh | flag.syn | flag.ack)) === flag.ack) count.ack++
  }

  #shake(cursor: FrameCursor, fromSource: boolean): void {
    const isPlainSyn = fromSource && isSyn(cursor.flags)
    if (isPlainSyn && this.#synAt < 0) this.#synAt = cursor.time
    else if (!fromSource && isSynAck(cursor.flags)) this.#synAckAt = cursor.time
    else if (fromSource && cursor.flags & flag.ack && this.#synAt >= 0 && this.#synAckAt >= 0)
      this.#roundTrip ??= Math.max(0, Math.round((cursor.time - this.#synAt) * 1000) / 1000)
    this.#proof?.see(cursor, fromSource ? 'source' : 'destination')
    if (!this.#proof && !(isPlainSyn && this.facts.flags.syn === 1)) {
      this.#proof = new ReadProof()
      if (this.facts.flags.syn > 0 && this.#base.source >= 0) this.#proof.open(this.#base.source)
      this.#proof.see(cursor, fromSource ? 'source' : 'destination')
    }
    if (this.facts.handshake || !this.#proof?.isProven || this.#synAt < 0) return
    this.facts.handshake = true
    this.facts.initRtt = this.#roundTrip
  }
}

/** Option kinds in order, joined by "-"; padding (1) counts as itself, the end (0) ends the list. */
function optionKinds(cursor: FrameCursor): string {
  const kinds: number[] = []
  const b = cursor.bytes
  for (let at = cursor.optionsAt; at < cursor.optionsEnd;) {
    const kind = b[at]!
    if (kind === 0) break
    kinds.push(kind)
    if (kind === 1) at += 1
    else if (at + 1 < cursor.optionsEnd && b[at + 1]! >= 2) at += b[at + 1]!
    else break
  }
  return kinds.join('-')
}
