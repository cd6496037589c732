import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('bacnet-scanner', udp(47_808, '\u0081\u000a\u0000\u0011\u0001\u0004'), [
    udp(47_808, 'x'),
    udp(47_809, '\u0081\u000a'),
  ]),
]
