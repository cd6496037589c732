import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ipmi-scanner', udp(623, '\u0006\u0000\u00ff\u0007\u0000'), udp(623, '\u0006')),
]
