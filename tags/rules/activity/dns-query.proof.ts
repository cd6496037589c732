import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('dns-query', udp(53, '\u0012\u0034\u0001\u0000'), [tcp(53), udp(54)]),
]
