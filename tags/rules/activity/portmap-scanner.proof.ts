import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('portmap-scanner', udp(111, '\u0001'), [udp(111), udp(112, '\u0001')]),
]
