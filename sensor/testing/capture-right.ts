import { spawnSync } from 'node:child_process'

/** How to make a network of one's own: as root at once, else as root of a user namespace. */
export const unshareOptions: readonly string[] =
  process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net']

/** Why nothing can be captured here; null where a network of one's own can be made and listened to. */
export function captureLack(): string | null {
  if (spawnSync('tcpdump', ['--version']).error) return 'no tcpdump'
  if (spawnSync('ip', ['-V']).error || spawnSync('nsenter', ['-V']).error) return 'no ip and nsenter'
  const script = 'ip link add a0 type veth peer name a1 && ip link set a0 up && timeout 5 tcpdump -i a0 -d'
  const { status } = spawnSync('unshare', [...unshareOptions, 'sh', '-c', script])
  return status === 0 ? null : 'no right to make a network'
}
