import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jdwp-scanner', tcp(8000, 'JDWP-Handshake'), tcp(8000, 'JDWP')),
]
