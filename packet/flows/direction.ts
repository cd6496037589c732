import type { Direction as Proof } from '#model/session.ts'
import { protocols } from '../layers/transport.ts'
import { opposite, type Direction } from '../stream.ts'
import { isServicePort } from '../service-ports.ts'
import { flag } from './segment-flags.ts'

/** What one end's packets were, added up. */
export const sign = {
  synAck: 1,
  /** Segments with a reset, and such as answer nothing: neither SYN nor ACK nor RST (RFC 9293 §3.10.7). */
  reset: 2,
  probe: 4,
  /** Any other segment. */
  spoke: 8,
  /** Requests and answers of ICMP. */
  asked: 16,
  replied: 32,
} as const

export function signOfSegment(flags: number): number {
  if (flags & flag.rst) return sign.reset
  if (flags & flag.syn) return flags & flag.ack ? sign.synAck : 0
  return flags & flag.ack ? sign.spoke : sign.probe
}

/** Echo, router, timestamp, information and mask requests (RFC 792, 950, 1256); of ICMPv6 echo and router solicitation. */
const asking = new Set([8, 10, 13, 15, 17])
const asking6 = new Set([128, 133])
/** Their replies, and every error: it answers the packet it quotes. */
const replying = new Set([0, 3, 4, 5, 9, 11, 12, 14, 16, 18])
const replying6 = new Set([1, 2, 3, 4, 129, 134])

export function signOfIcmp(protocol: number, type: number): number {
  const six = protocol === protocols.icmpv6
  if ((six ? asking6 : asking).has(type)) return sign.asked
  return (six ? replying6 : replying).has(type) ? sign.replied : 0
}

export interface Seen {
  protocol: number
  /** Bits of `sign`. */
  signs: Record<Direction, number>
  ports: Record<Direction, number>
  packets: Record<Direction, number>
  /** Ends whose bytes ask, and whose bytes answer (protocols/). */
  asks: ReadonlySet<Direction>
  answers: ReadonlySet<Direction>
  /** The end whose data were captured first, and whether any of an end were. */
  began: Direction | null
  spoke: Readonly<Record<Direction, boolean>>
}

/**
 * Who asked, by docs/methods/direction.md: the end that is the source, and how that is known. Of conversations without a SYN,
 * whose source is the first sender; the sender of a SYN asked.
 */
export function judge(seen: Seen): { source: Direction; direction: Proof } {
  const request = (source: Direction) => ({ source, direction: 'request' as const })
  const backscatter = (source: Direction) => ({ source, direction: 'backscatter' as const })
  const unknown = (source: Direction) => ({ source, direction: 'unknown' as const })
  const { signs, packets, asks, answers } = seen
  // A SYN-ACK names the end that was asked; whether it was, only an acknowledgment of the other proves.
  for (const end of ['source', 'destination'] as const)
    if (signs[end] & sign.synAck) {
      const other = opposite(end)
      return signs[other] & sign.spoke ? request(other) : backscatter(other)
    }
  if (signs.source & sign.asked) return request('source')
  if (signs.source & sign.replied)
    return signs.destination & sign.asked ? request('destination') : backscatter('source')
  const tcp = seen.protocol === protocols.tcp
  const asker = [...asks].find((end) => !answers.has(end) && !(tcp && fromService(seen, end)))
  if (asker) return !tcp || provenAsker(seen, asker) ? request(asker) : unknown(asker)
  const answerer = [...answers].find((end) => !tcp || !answers.has(opposite(end)))
  if (answerer) {
    const other = opposite(answerer)
    if (packets[other] === 0 || onlyReset(signs[other])) return backscatter(answerer)
    // Whatever it said, what the other end says does not make it a request.
    return tcp && seen.spoke[other] ? unknown(other) : request(other)
  }
  if (signs.source & sign.probe) return request('source')
  if (onlyReset(signs.source)) return backscatter('source')
  return tcp && fromService(seen, 'source') ? backscatter('source') : unknown('source')
}

/** Resets, and nothing else. */
const onlyReset = (signs: number): boolean => signs === sign.reset

const fromService = ({ ports }: Seen, end: Direction): boolean =>
  isServicePort(ports[end]) && !isServicePort(ports[opposite(end)])

/**
 * Whether an end asked whose bytes read like a request, in a stream whose beginning nobody saw. They may quote what the other
 * sent (an echo, a file), and a lone segment may come from anybody: the other end must have taken part, and have answered
 * in kind, or be on a service's port and not have spoken before.
 */
function provenAsker(seen: Seen, end: Direction): boolean {
  const other = opposite(end)
  if (!(seen.signs[other] & sign.spoke)) return false
  if (seen.answers.has(other)) return true
  return !seen.asks.has(other) && fromService(seen, other) && seen.began === end
}
