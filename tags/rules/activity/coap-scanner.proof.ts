import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('coap-scanner', udp(5683, '@\u0001}p\u00bb.well-known\u0004core'), udp(5683, '@')),
]
