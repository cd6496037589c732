/** Every bound of the dissector, with its reason. Hostile captures meet these, honest ones never should. */
export const limits = {
  /** Bytes a compressed capture may unfold to: a megabyte can hold a day's worth of zeros. Larger ones come in parts. */
  plainBytes: 34_359_738_368,
  /** Bytes kept per direction for payload views and rules. */
  payloadStart: 1024,
  /** Bytes per direction in which TLS handshakes are looked for, and of datagrams that a dissector is shown. */
  streamBytes: 1_048_576,
  /** Out-of-order bytes held per direction while waiting for a gap to close. */
  pendingBytes: 262_144,
  /** Requests kept with their fields per session; more are only counted. */
  httpRequests: 1000,
  /** Characters of all requests kept of one session, so that a thousand huge ones do not fill the memory. */
  httpKept: 4_194_304,
  httpHeaderBytes: 65_536,
  httpHeaders: 200,
  /** Characters kept of a header line that has no field of its own, and of all such lines of a request. */
  httpOtherHeader: 1024,
  httpOtherHeaders: 8192,
  /** Bytes of a direction searched for the next HTTP start line before HTTP is given up. */
  httpHunt: 1_048_576,
  /** Characters of any single text fact (URI, user agent, header value). */
  text: 8192,
  httpBodyStart: 4096,
  telnetLines: 16,
  /** Bytes of the source read for typed lines; people and worms type less. */
  telnetBytes: 65_536,
  /** Bytes in which an SSH identification line must come: a server may send other lines before it. */
  sshPreamble: 8192,
  /** RFC 4253 §6.1 asks for packets of 35,000 bytes. */
  sshPacket: 35_000,
  /** First bytes of a direction by which signatures name the protocol. */
  recogniseBytes: 128,
  /** QUIC Initial packets of a direction we try to open: a ClientHello needs few. */
  quicInitials: 64,
  /** ClientHellos kept per session. */
  clientHellos: 64,
  /** Largest frame we believe; a bigger length field means the file is damaged there. */
  frameBytes: 1_048_576,
  /** Nested headers (tags, extension headers, tunnels) before we give up on a frame; a frame of extension headers alone reaches 180. */
  layers: 256,
  /** Link types a report names: a pcapng may have 65,536, and the report stays with the capture and is listed with a thousand others. */
  linkTypes: 64,
  /** VLAN numbers kept per flow. */
  vlans: 16,
  /** Bytes of incomplete IP datagrams held, of all flows together. */
  fragmentBytes: 16_777_216,
  /** How long fragments wait for the others of their datagram (milliseconds of capture time; RFC 8200 §4.5, RFC 1122 §3.3.2). */
  fragmentsWait: 60_000,
  /** Out-of-order bytes held in all flows together; beyond it the longest silent flows stop waiting. */
  allPendingBytes: 67_108_864,
  /**
   * Bytes that dissectors of all open flows keep together, and of conversations that wait to be handed over; beyond it
   * the least recently used flows are closed early, and counted. Compressed captures make such flows for nothing.
   */
  keptBytes: 268_435_456,
  /** Bytes of finished conversations that are handed over before a batch is full. */
  batchBytes: 16_777_216,
  /** Open flows held at once, 1 to 8 KB each; the least recently used ones are closed early, and counted. */
  openFlows: 150_000,
  /**
   * Silence ends a flow only while more than this many are open. Below it a conversation lasts as long as the
   * capture, as tshark counts; a timeout would cut slow brute force into pieces.
   */
  quietFlows: 50_000,
  /** How long a flow must be silent to be finished then (milliseconds of capture time). */
  quietFor: 60_000,
} as const
