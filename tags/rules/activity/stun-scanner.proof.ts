import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'stun-scanner',
    udp(3478, '\u0000\u0001\u0000\u0000!\u0012\u00a4Babcdefghijkl'),
    udp(3478, '\u0000\u0001\u0000\u0000'),
  ),
]
