import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dns-version-bind',
    udp(
      53,
      '\u0012\u0034\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0007version\u0004bind\u0000\u0000\u0010\u0000\u0003',
    ),
    udp(53, '\u0007version'),
  ),
]
