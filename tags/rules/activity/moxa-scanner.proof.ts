import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'moxa-scanner',
    [udp(4800, '\u0001\u0000\u0000\u0008\u0000\u0000\u0000\u0000')],
    [udp(4800, 'hello'), udp(4801, '\u0001\u0000\u0000\u0008\u0000\u0000\u0000\u0000')],
  ),
]
