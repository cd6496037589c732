import { limits } from '../limits.ts'
import type { Direction } from '../stream.ts'

/** Takes a direction's bytes in order. */
export interface Consumer {
  bytes(direction: Direction, bytes: Uint8Array, at: number): void
  hole(direction: Direction, bytes: number): void
}

/** `missing` bytes followed `bytes` on the wire and were cut by the snap length. */
interface Segment {
  sequence: number
  bytes: Uint8Array
  missing: number
  at: number
}

/** Most flows never hold a segment: they share this list, which stays empty. */
const none: Segment[] = []

/** Bookkeeping of a held segment, so that many tiny ones cost what they occupy. */
const segmentCost = 96

/**
 * One direction of a TCP connection put in order (RFC 9293 §3.4: all comparisons are modulo 2^32). What was captured
 * first stands where segments overlap. A gap is waited for until limits.pendingBytes are held or the flow ends; then it is skipped if the
 * other end read on, as far as its acknowledgments say or where none of it are seen. Else it waits at the gap, too, and drops what
 * lies outside of its window (RFC 9293 §3.10.7.4): what is held farthest ahead is let go.
 */
export class Assembly {
  direction: Direction
  #next = -1
  #pending: Segment[] = none
  #bufferedBytes = 0
  /** Sequence number of the FIN; -1 before one was seen. */
  #fin = -1
  /** What the other end acknowledged last; -1 before it did. */
  #acknowledged = -1

  constructor(direction: Direction) {
    this.direction = direction
  }

  get bufferedBytes(): number {
    return this.#bufferedBytes
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  /** The other end says which number it waits for. */
  acknowledge(number: number): void {
    if (this.#acknowledged < 0 || ((number - this.#acknowledged) | 0) > 0) this.#acknowledged = number
  }

  /** A FIN stands behind the last byte. */
  finish(sequence: number): void {
    this.#fin = sequence
  }

  /** All bytes up to the FIN were handed out. */
  get complete(): boolean {
    return this.#fin >= 0 && this.#fin === this.#next
  }

  /** The next connection between these ends: whatever comes first begins its stream. */
  restart(): void {
    this.#next = -1
    this.#fin = -1
    this.#acknowledged = -1
    this.forget()
  }

  /** A SYN says where the stream begins. */
  begin(sequence: number): void {
    if (this.#next < 0) this.#next = sequence
  }

  /** `bytes` were captured of `bytes.length + missing` on the wire. A stream caught in the middle begins here. */
  segment(sequence: number, bytes: Uint8Array, missing: number, at: number, to: Consumer): void {
    if (this.#next < 0) this.#next = sequence
    if (this.#pending.length === 0 && sequence === this.#next) {
      this.#deliver(bytes, missing, at, to)
      return
    }
    const ahead = (sequence - this.#next) | 0
    if (ahead + bytes.length + missing <= 0) return
    if (ahead >= 0) this.#hold({ sequence, bytes, missing, at })
    else if (-ahead < bytes.length) {
      this.#hold({ sequence: this.#next, bytes: bytes.subarray(-ahead), missing, at })
    }
    this.#drain(to)
    while (this.#bufferedBytes > limits.pendingBytes) this.#makeRoom(to)
  }

  /** The stream is over: hands out everything held, holes included. */
  flush(to: Consumer): void {
    while (this.#pending.length > 0) this.#jump(to)
  }

  /** The stream goes on, but nothing is held any more. */
  release(to: Consumer): void {
    while (this.#pending.length > 0) this.#makeRoom(to)
  }

  forget(): void {
    this.#pending = none
    this.#bufferedBytes = 0
  }

  #deliver(bytes: Uint8Array, missing: number, at: number, to: Consumer): void {
    this.#next = (this.#next + bytes.length + missing) >>> 0
    if (bytes.length > 0) to.bytes(this.direction, bytes, at)
    if (missing > 0) to.hole(this.direction, missing)
  }

  #makeRoom(to: Consumer): void {
    if (this.#acknowledged < 0) return this.#jump(to)
    const read = (this.#acknowledged - this.#next) | 0
    if (read > 0) return this.#jump(to, read)
    const farthest = this.#pending.pop()!
    this.#bufferedBytes -= farthest.bytes.length + segmentCost
  }

  /** Skips the gap, or so many bytes of it. */
  #jump(to: Consumer, most = Infinity): void {
    const gap = Math.min((this.#pending[0]!.sequence - this.#next) | 0, most)
    if (gap > 0) to.hole(this.direction, gap)
    this.#next = (this.#next + gap) >>> 0
    this.#drain(to)
  }

  #drain(to: Consumer): void {
    let done = 0
    for (const segment of this.#pending) {
      const ahead = (segment.sequence - this.#next) | 0
      if (ahead > 0) break
      done++
      this.#bufferedBytes -= segment.bytes.length + segmentCost
      const fresh = segment.bytes.subarray(Math.min(-ahead, segment.bytes.length))
      const missing = Math.max(0, Math.min(segment.missing, ahead + segment.bytes.length + segment.missing))
      if (fresh.length > 0 || missing > 0) this.#deliver(fresh, missing, segment.at, to)
    }
    if (done > 0) this.#pending.splice(0, done)
  }

  /** Puts the parts of a segment that nobody holds yet in their places; held parts came first and stand. */
  #hold(segment: Segment): void {
    if (this.#pending === none) this.#pending = []
    let { sequence, bytes } = segment
    let at = this.#pending.length
    while (at > 0 && ((this.#pending[at - 1]!.sequence - sequence) | 0) > 0) at--
    const before = this.#pending[at - 1]
    if (before) {
      const overlap = (before.sequence + before.bytes.length - sequence) | 0
      if (overlap > 0) {
        bytes = bytes.subarray(Math.min(overlap, bytes.length))
        sequence = (sequence + overlap) >>> 0
      }
    }
    for (; bytes.length > 0; at++) {
      const after = this.#pending[at]
      const room = after ? (after.sequence - sequence) | 0 : bytes.length
      const whole = room >= bytes.length
      if (room > 0) {
        const part = whole ? bytes : bytes.subarray(0, room)
        const missing = whole && !after ? segment.missing : 0
        // A copy: the view would keep the whole chunk of the capture in memory.
        this.#pending.splice(at, 0, { sequence, bytes: part.slice(), missing, at: segment.at })
        this.#bufferedBytes += part.length + segmentCost
        at++
      }
      if (whole || !after) return
      const covered = (after.sequence + after.bytes.length - sequence) | 0
      bytes = bytes.subarray(Math.min(covered, bytes.length))
      sequence = (sequence + covered) >>> 0
    }
  }
}
