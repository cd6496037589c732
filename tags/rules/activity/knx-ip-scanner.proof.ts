import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'knx-ip-scanner',
    [udp(3671, '\u0006\u0010\u0002\u0003\u0000\u000e')],
    [udp(3671, 'hello'), udp(3672, '\u0006\u0010\u0002\u0003\u0000\u000e')],
  ),
]
