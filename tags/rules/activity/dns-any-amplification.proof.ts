import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dns-any-amplification',
    udp(
      53,
      '\u0012\u0034\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007example\u0000\u0000\u00ff\u0000\u0001',
    ),
    udp(
      53,
      '\u0012\u0034\u0001\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007example\u0000\u0000\u0001\u0000\u0001',
    ),
  ),
]
