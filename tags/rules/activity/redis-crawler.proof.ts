import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'redis-crawler',
    [tcp(6379, '*1\r\n$4\r\ninfo\r\n'), tcp(6379, 'INFO\r\n')],
    [tcp(80, 'INFO\r\n'), tcp(6379, 'QUIT\r\n'), tcp(6379, 'xyz1\r\n$4\r\ninfo')],
  ),
]
