import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ubiquiti-discovery', udp(10_001, '\u0001\u0000\u0000\u0000'), udp(10_001, '\u0002')),
]
