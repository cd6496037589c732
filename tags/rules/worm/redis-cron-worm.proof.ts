import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'redis-cron-worm',
    tcp(6379, '*4\r\n$6\r\nconfig\r\n$3\r\nset\r\n$3\r\ndir\r\n$16\r\n/var/spool/cron/\r\n'),
    [tcp(6379, '*4\r\n$6\r\nconfig\r\n$3\r\nget\r\n$3\r\ndir\r\n'), tcp(6379, 'config set dir /tmp')],
  ),
]
