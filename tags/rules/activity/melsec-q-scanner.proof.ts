import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'melsec-q-scanner',
    [tcp(5007, 'W\u0000\u0000\u0000\u0000\u0011\u0011')],
    [tcp(5007, 'hello'), tcp(5008, 'W\u0000\u0000\u0000\u0000\u0011\u0011')],
  ),
]
