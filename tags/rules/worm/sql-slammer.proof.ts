import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('sql-slammer', udp(1434, '\u0004\u0001\u0001\u0001\u0001\u0001\u0001\u0001'), [
    udp(1434, '\u0002'),
    udp(1435, '\u0004\u0001\u0001\u0001\u0001\u0001\u0001\u0001'),
  ]),
]
