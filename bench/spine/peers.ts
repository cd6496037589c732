import { type CommandRun, timeCommand } from '../measure/command.ts'

/** What the spine finds out of each packet, as far as tshark has it. */
const fields = [
  'frame.time_epoch',
  'ip.src',
  'ip.dst',
  'ipv6.src',
  'ipv6.dst',
  'tcp.stream',
  'udp.stream',
  'tcp.srcport',
  'tcp.dstport',
  'udp.srcport',
  'udp.dstport',
  'tcp.flags',
  'http.request.method',
  'http.request.uri',
  'http.host',
  'http.user_agent',
  'tls.handshake.ja3',
  'tls.handshake.extensions_server_name',
  'ssh.kex.hassh',
  'telnet.data',
]

export type PeerRun = CommandRun

/** Runs `tshark -T fields` over a capture, throwing its output away; null when there is no tshark. */
export const runTshark = (capture: string): Promise<PeerRun | null> =>
  timed(['tshark', '-r', capture, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])])

/** Lets nDPI name the protocols of every flow, which is less than we find out; null when there is no ndpiReader. */
export const runNdpiReader = (capture: string): Promise<PeerRun | null> =>
  timed(['ndpiReader', '-q', '-i', capture])

const timed = (command: readonly string[]): Promise<PeerRun | null> =>
  timeCommand(command.map((word) => `'${word}'`).join(' '))
