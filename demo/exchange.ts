/** One conversation as a behaviour plays it; demo/wire turns it into packets. */
export interface Exchange {
  /** Milliseconds since 1970 UTC of the first packet. */
  at: number
  source: string
  sourcePort: number
  destination: string
  destinationPort: number
  play: TcpPlay | UdpPlay | IcmpPlay
  ttl: number
  /** Fixed identification of the source's packets, where a tool has one (ZMap: 54321). */
  ipId?: number | 'masscan'
}

/** What each side says, in turns. */
export interface Turn {
  from: 'source' | 'destination'
  bytes: Uint8Array
}

export interface TcpPlay {
  kind: 'tcp'
  /** none: the SYN goes unanswered; reset: answered by RST; open: handshake, turns, FIN. */
  outcome: 'none' | 'reset' | 'open'
  syn: SynShape
  turns: Turn[]
}

/** How the first segment looks: what stack or tool made it. */
export interface SynShape {
  window: number
  /** Raw TCP options, already padded to four bytes. */
  options: Uint8Array
  /** A fixed number, or Mirai's habit of using the destination address. */
  sequence?: number | 'destination'
}

export interface UdpPlay {
  kind: 'udp'
  turns: Turn[]
}

export interface IcmpPlay {
  kind: 'icmp'
  payload: Uint8Array
  answered: boolean
}
