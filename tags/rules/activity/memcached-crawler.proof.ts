import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('memcached-crawler', tcp(11_211, 'stats\r\n'), [tcp(11_211, 'get x\r\n'), udp(11_211, 'stats\r\n')]),
]
