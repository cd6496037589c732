import { spawnSync } from 'node:child_process'

/**
 * Why nothing can be captured here; null where a network of one's own can be made and listened to. That takes root itself: as the root
 * of a user namespace tcpdump fails, as it changes to a user of its own that is not there.
 */
export function captureLack(): string | null {
  if (process.getuid?.() !== 0) return 'not root'
  if (spawnSync('tcpdump', ['--version']).error) return 'no tcpdump'
  if (spawnSync('nsenter', ['-V']).error) return 'no nsenter'
  const script = 'ip link add a0 type veth peer name a1 && ip link set a0 up && timeout 5 tcpdump -i a0 -d'
  return spawnSync('unshare', ['--net', 'sh', '-c', script]).status === 0
    ? null
    : 'no right to make a network'
}
