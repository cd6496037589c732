import { ownOf } from '../../own-of.ts'

/** What an agent counts as lost or cut short, by its reasons (sensor/losses.ts, sensor/decoys/losses.ts). */
const words: Readonly<Record<string, string>> = {
  'answers-rate': 'answers by datagram, held back for their number',
  'carried-refused': 'connections to the device, refused for their number',
  'connection-bytes': 'connections, ended for their bytes',
  'connection-idle': 'connections, ended for their silence',
  'connection-time': 'connections, ended for their length',
  'connections-source': 'connections, ended for newer ones of the same source',
  'connections-total': 'connections, ended for newer ones',
  'decoy-bytes': 'bytes of long conversations',
  'emulation-failed': 'conversations, ended by a fault of the decoy',
  events: 'things decoys understood',
  'kernel-packets': 'packets, dropped by the kernel',
  'message-too-long': 'connections, ended for a message too long',
  'segment-bytes': 'bytes of segments given up',
  segments: 'segments, given up for want of room',
  'set-aside': 'segments that the server refused',
}

/** A reason in words; of an agent that knows others, its own. */
export const lossWords = (reason: string): string => ownOf(words, reason) ?? reason
