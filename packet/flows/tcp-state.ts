import type { TcpFacts } from '#model/session.ts'
import { be32, type Walk } from '../layers/walk.ts'

export const flag = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32 } as const

/** Opens a connection. */
export const isSyn = (flags: number): boolean => (flags & (flag.syn | flag.ack)) === flag.syn

/** Answers a SYN. */
export const isSynAck = (flags: number): boolean => (flags & (flag.syn | flag.ack)) === (flag.syn | flag.ack)

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
function mark(marks: Marks, walk: Walk): void {
  marks.sequence = walk.sequence
  marks.window = walk.window
  marks.options = optionKinds(walk)
  const four = walk.addressLength === 4
  const destination = four ? be32(walk.addresses, walk.destinationAt) : 0
  marks.sequenceIsDestination = four && destination === walk.sequence
  marks.masscanId = four && ((destination ^ walk.destinationPort ^ walk.sequence) & 0xffff) === walk.ipId
}

/** Bytes beyond a SYN-ACK that a first acknowledgment names at most: what may be under way before it, by RFC 9293 §3.1. */
const maxWindow = 65_535

/** Flags, handshake and the source's first segment of one TCP connection. */
export class TcpState {
  readonly facts: TcpFacts = {
    flags: { syn: 0, synAck: 0, ack: 0, psh: 0, rst: 0, fin: 0, urg: 0 },
    handshake: false,
    initRtt: null,
    ...unmarked,
  }
  readonly #base: Base = { source: -1, destination: -1 }
  #synAt = -1
  #synAckAt = -1
  /** The number of the last SYN-ACK. */
  #synAckNumber = 0
  /** A segment of the source was seen. */
  #met = false
  /** Marks of the destination's first segment, kept while no SYN says who is who. */
  #other: Marks | null = null

  /** A SYN with another initial number than this direction began with opens a new connection (as tshark counts). */
  reopens(walk: Walk, fromSource: boolean): boolean {
    const base = fromSource ? this.#base.source : this.#base.destination
    return isSyn(walk.flags) && base >= 0 && base !== walk.sequence
  }

  /** Caught in the middle, then the first SYN comes from the end that was taken for the destination. */
  turns(walk: Walk, fromSource: boolean): boolean {
    return isSyn(walk.flags) && !fromSource && this.facts.flags.syn === 0
  }

  /** A new connection begins: both directions may start anywhere. */
  restart(): void {
    this.#base.source = -1
    this.#base.destination = -1
    if (!this.facts.handshake) {
      this.#synAt = -1
      this.#synAckAt = -1
    }
  }

  /** The ends change places: no SYN of either was seen before. */
  swap(): void {
    const met = this.#met ? marksIn(this.facts) : null
    Object.assign(this.facts, this.#other ?? unmarked)
    this.#met = this.#other !== null
    this.#other = met
    ;[this.#base.source, this.#base.destination] = [this.#base.destination, this.#base.source]
  }

  see(walk: Walk, fromSource: boolean): void {
    if (fromSource && (!this.#met || (isSyn(walk.flags) && this.facts.flags.syn === 0))) {
      mark(this.facts, walk)
      this.#met = true
    } else if (!fromSource && this.#other === null && this.facts.flags.syn === 0) {
      this.#other = { ...unmarked }
      mark(this.#other, walk)
    }
    this.#count(walk.flags)
    if ((fromSource ? this.#base.source : this.#base.destination) < 0) {
      const base = walk.flags & flag.syn ? walk.sequence : (walk.sequence - 1) >>> 0
      if (fromSource) this.#base.source = base
      else this.#base.destination = base
    }
    this.#shake(walk, fromSource)
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

  #shake(walk: Walk, fromSource: boolean): void {
    if (this.facts.handshake) return
    const syn = walk.flags & flag.syn
    const ack = walk.flags & flag.ack
    if (fromSource && syn && !ack) {
      if (this.#synAt < 0) this.#synAt = walk.time
    } else if (!fromSource && syn && ack) {
      this.#synAckAt = walk.time
      this.#synAckNumber = walk.sequence
    } else if (fromSource && ack && !syn && this.#synAt >= 0 && this.#synAckAt >= 0) {
      // Who sent the SYN in another's name does not know the number to acknowledge (RFC 9293 §3.10.7.4, SYN-RECEIVED).
      const beyond = (walk.acknowledgment - this.#synAckNumber - 1) >>> 0
      this.facts.handshake = beyond <= maxWindow && !(walk.flags & flag.rst)
      if (this.facts.handshake)
        this.facts.initRtt = Math.max(0, Math.round((walk.time - this.#synAt) * 1000) / 1000)
    }
  }
}

/** Option kinds in order, joined by "-"; padding (1) counts as itself, the end (0) ends the list. */
function optionKinds(walk: Walk): string {
  const kinds: number[] = []
  const b = walk.bytes
  for (let at = walk.optionsAt; at < walk.optionsEnd;) {
    const kind = b[at]!
    if (kind === 0) break
    kinds.push(kind)
    if (kind === 1) at += 1
    else if (at + 1 < walk.optionsEnd && b[at + 1]! >= 2) at += b[at + 1]!
    else break
  }
  return kinds.join('-')
}
