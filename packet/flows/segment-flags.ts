export const flag = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32 } as const

/** Opens a connection. */
export const isSyn = (flags: number): boolean => (flags & (flag.syn | flag.ack)) === flag.syn

/** Answers a SYN. */
export const isSynAck = (flags: number): boolean => (flags & (flag.syn | flag.ack)) === (flag.syn | flag.ack)
