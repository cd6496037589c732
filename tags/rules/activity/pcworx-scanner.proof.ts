import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pcworx-scanner',
    [tcp(1962, '\u0001\u0001\u0000\u001a\u0000\u0000')],
    [tcp(1962, 'hello'), tcp(1963, '\u0001\u0001\u0000\u001a\u0000\u0000')],
  ),
]
