import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'hart-ip-scanner',
    [udp(5094, '\u0001\u0000\u0000\u0000\u0000\u0002\u0000\u000d')],
    [udp(5094, 'hello'), udp(5095, '\u0001\u0000\u0000\u0000\u0000\u0002\u0000\u000d')],
  ),
]
