import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'lantronix-scanner',
    [udp(30718, '\u0000\u0000\u0000\u00f6')],
    [udp(30718, 'hello'), udp(30719, '\u0000\u0000\u0000\u00f6')],
  ),
]
