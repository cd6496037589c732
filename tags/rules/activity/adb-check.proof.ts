import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('adb-check', tcp(5555, 'CNXN\u0000\u0000\u0000\u0001'), tcp(5555, 'OPEN')),
]
