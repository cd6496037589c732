import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('x11-crawler', tcp(6000, 'l\u0000\u000b\u0000\u0000\u0000'), tcp(6000, 'l')),
]
