import { spawn } from 'node:child_process'
import { once } from 'node:events'

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

export interface PeerRun {
  seconds: number
  cpu: number
}

/** Runs `tshark -T fields` over a capture, throwing its output away; null when there is no tshark. */
export const runTshark = (capture: string): Promise<PeerRun | null> =>
  timed(['tshark', '-r', capture, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])])

/** Lets nDPI name the protocols of every flow, which is less than we find out; null when there is no ndpiReader. */
export const runNdpiReader = (capture: string): Promise<PeerRun | null> =>
  timed(['ndpiReader', '-q', '-i', capture])

async function timed(command: readonly string[]): Promise<PeerRun | null> {
  const began = performance.now()
  const child = spawn('sh', ['-c', '"$@" >/dev/null 2>&1 && times', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) return null
  return { seconds: (performance.now() - began) / 1000, cpu: childSeconds(said) }
}

/** The second line of the shell's `times`: "0m13.90s 0m0.43s", user and system of its children. */
function childSeconds(times: string): number {
  const [, children = ''] = times.split('\n')
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}
