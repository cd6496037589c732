import type { FrameCursor } from '../layers/frame-cursor.ts'
import { opposite, type Direction } from '../stream.ts'
import { flag } from './segment-flags.ts'

/** Numbers kept of a kind: the first ones, and the last. Retransmissions repeat them; SYN cookies change them. */
const maxNumbers = 4

interface Seen {
  /** Numbers of its SYNs, of its SYN-ACKs, and what its other segments acknowledged. */
  syns: number[]
  synAcks: number[]
  acks: number[]
  /** It sent more different SYNs than are kept: which of them was answered cannot be told. */
  hasMoreSyns: boolean
  /** There is a proof that it read what came from the other end. */
  hasRead: boolean
  /** It refused a SYN: RST and ACK with the number 0 (RFC 9293 §3.10.7.1). */
  refused: boolean
}

/** Most ends send a kind or two: this list, which stays empty, stands for the others. */
const none: number[] = []

const unseen = (): Seen => ({
  syns: none,
  synAcks: none,
  acks: none,
  hasMoreSyns: false,
  hasRead: false,
  refused: false,
})

/**
 * Whether an end of a TCP connection read what came in the other's name (docs/methods/direction.md, "Data nobody read"). Who sends a
 * SYN in another's name sees no answer: he cannot acknowledge the number of the SYN-ACK, and nobody acknowledges what he sends.
 */
export class ReadProof {
  #ends: Record<Direction, Seen> = { source: unseen(), destination: unseen() }

  /** The source's SYN that came before anything else, by its number. */
  open(syn: number): void {
    keep(this.#ends.source, 'syns', syn)
  }

  see(cursor: FrameCursor, from: Direction): void {
    const own = this.#ends[from]
    const other = this.#ends[opposite(from)]
    const { flags, sequence, acknowledgment } = cursor
    const syn = flags & flag.syn
    const ack = flags & flag.ack
    if (flags & flag.rst) {
      if (ack && sequence === 0) own.refused = true
      return
    }
    if (syn && ack) keep(own, 'synAcks', sequence)
    else if (syn) own.hasMoreSyns = !keep(own, 'syns', sequence) || own.hasMoreSyns
    if (!ack) return
    // A SYN-ACK names the number it answers, where the SYN was not captured.
    if (syn && other.syns.length === 0) keep(other, 'syns', (acknowledgment - 1) >>> 0)
    if (!syn) keep(own, 'acks', acknowledgment)
    // It took a byte behind every SYN, or each knew the other's number. Noticed at once: what follows may push a number out.
    own.hasRead ||= tookData(acknowledgment, other) || knew(other, own)
    other.hasRead ||= knew(own, other)
  }

  /** The destination accepted or refused the connection; else one direction was captured, which proves nothing. */
  get isAnswered(): boolean {
    const { synAcks, refused } = this.#ends.destination
    return refused || synAcks.length > 0
  }

  /** The destination took data of the source, or the source knew the number of its SYN-ACK. */
  get isProven(): boolean {
    return this.#ends.destination.hasRead
  }

  swap(): void {
    const { source, destination } = this.#ends
    this.#ends = { source: destination, destination: source }
  }
}

/** @returns whether all numbers that were ever given are still there */
function keep(seen: Seen, kind: 'syns' | 'synAcks' | 'acks', number: number): boolean {
  const numbers = seen[kind]
  if (numbers.includes(number)) return true
  if (numbers === none) {
    seen[kind] = [number]
    return true
  }
  const isFull = numbers.length === maxNumbers
  if (isFull) numbers.pop()
  numbers.push(number)
  return !isFull
}

const tookData = (acknowledgment: number, { syns, hasMoreSyns }: Seen): boolean =>
  syns.length > 0 && !hasMoreSyns && syns.every((first) => isBehind(acknowledgment, first + 1))

const knew = ({ acks }: Seen, { synAcks }: Seen): boolean =>
  synAcks.some((number) => acks.includes((number + 1) >>> 0))

/** Sequence numbers go round (RFC 9293 §3.4). */
const isBehind = (number: number, other: number): boolean => ((number - other) | 0) > 0
