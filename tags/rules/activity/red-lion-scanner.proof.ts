import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'red-lion-scanner',
    [tcp(789, '\u0000\u0004\u0001+\u001b\u0000')],
    [tcp(789, 'hello'), tcp(790, '\u0000\u0004\u0001+\u001b\u0000')],
  ),
]
