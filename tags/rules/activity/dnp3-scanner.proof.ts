import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('dnp3-scanner', tcp(20_000, '\u0005d\u0005\u00c9'), [tcp(20_000, 'x'), tcp(20_001, '\u0005d')]),
]
