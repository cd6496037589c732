import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('minecraft-scanner', tcp(25_565, '\u0010\u0000'), [tcp(25_565), tcp(25_566, 'x')]),
]
