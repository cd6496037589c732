import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('tftp-scanner', udp(69, '\u0000\u0001x\u0000octet\u0000'), [tcp(69), udp(70)]),
]
