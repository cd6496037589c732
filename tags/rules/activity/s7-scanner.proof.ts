import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('s7-scanner', tcp(102, '\u0003\u0000\u0000\u0016\u0011\u00e0'), [
    tcp(102, 'x'),
    tcp(103, '\u0003\u0000'),
  ]),
]
