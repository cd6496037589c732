import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('fox-scanner', tcp(1911, 'fox a 1 -1 fox hello\n{'), tcp(1911, 'fox')),
]
