import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('openvpn-scanner', udp(1194, '8\u0001\u0002\u0003'), [udp(1194, '9'), udp(1195, '8')]),
]
