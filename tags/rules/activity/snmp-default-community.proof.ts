import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'snmp-default-community',
    udp(161, '0&\u0002\u0001\u0001\u0004\u0006public\u00a0\u0019'),
    udp(161, '0&\u0002\u0001\u0001\u0004\u0006secret\u00a0\u0019'),
  ),
]
