import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ntp-monlist', udp(123, '\u0017\u0000\u0003*\u0000\u0000'), [
    udp(123, '\u001b\u0000\u0000'),
    udp(123, '\u0017\u0000\u0003+'),
  ]),
]
