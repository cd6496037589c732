import type { DecoyProtocol } from './profile.ts'

/**
 * What only the decoy knows of a connection: what it was told behind encryption, and what it understood. Texts are what the attacker
 * sent, cut at `eventLimits`; they travel beside the packets of the same flow (docs/sensors.md) and join its session.
 */
export type DecoyEvent =
  | { kind: 'login'; at: number; protocol: DecoyProtocol; user: string; password: string; accepted: boolean }
  | { kind: 'command'; at: number; protocol: DecoyProtocol; text: string }
  /** An address that a command or request would have fetched; nobody fetched it. */
  | { kind: 'link'; at: number; protocol: DecoyProtocol; url: string }
  /** What the client sent inside TLS, in order, as base64. */
  | { kind: 'clear'; at: number; protocol: DecoyProtocol; bytes: string }

/** Characters of a text, bytes of what was clear, and events of a connection. */
export const eventLimits = { text: 1024, clearBytes: 16_384, perFlow: 64 } as const

/** A comment of a packet (pcapng option 1) that begins so carries `{ "events": DecoyEvent[] }` of its flow, as JSON. */
export const eventComment = 'noisefloor-events:'

/** A comment that begins so names what a flow was taken at when it is not the sensor itself: `network`, a program of the host. */
export const kindComment = 'noisefloor-kind:'

/**
 * Name of the interface (pcapng option 2) of packets that no network card saw: written by a sensor without the right to capture from
 * what its decoys read and wrote. They prove what was said, not how: nothing is read out of their TTL, options or sequence numbers.
 */
export const decoyInterface = 'noisefloor-decoy'
