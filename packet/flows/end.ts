import type { Endpoint } from '#model/session.ts'
import { limits } from '../limits.ts'
import type { Direction } from '../stream.ts'
import { Assembly } from './reassembly.ts'

/** No bytes; shared, because most ends of a scan say nothing. */
export const nothing: Uint8Array = new Uint8Array(0)

/** What is kept of one direction. */
export class End {
  readonly assembly: Assembly
  bytes = 0
  packets = 0
  payload = nothing
  /** Bytes of datagrams the dissector got, against limits.streamBytes. */
  dissected = 0
  /** Of its first packet. */
  ttl = 0
  ipId = 0
  /** What its packets were (direction.ts). */
  signs = 0
  /** No data of the other end was captured before its own. */
  began = false
  /** It sent data in the present connection. */
  spoke = false
  /** ICMP type and code of its first request. */
  asked: { type: number; code: number } | null = null

  constructor(direction: Direction) {
    this.assembly = new Assembly(direction)
  }

  keep(bytes: Uint8Array): void {
    const room = limits.payloadStart - this.payload.length
    if (room > 0 && bytes.length > 0) this.payload = joined(this.payload, bytes.subarray(0, room))
  }

  /** As a session tells of it. */
  endpoint(ip: string, port: number): Endpoint {
    return { ip, port, bytes: this.bytes, packets: this.packets }
  }
}

/** Always a copy: a view would keep the whole chunk of the capture in memory. */
function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return new Uint8Array(tail)
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
