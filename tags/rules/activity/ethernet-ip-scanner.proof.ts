import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ethernet-ip-scanner', tcp(44_818, 'c\u0000\u0000\u0000'), tcp(44_818, 'd\u0000')),
]
