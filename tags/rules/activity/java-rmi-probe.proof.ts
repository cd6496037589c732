import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'java-rmi-probe',
    [tcp(1099, 'JRMI\u0000\u0002K')],
    [tcp(1099, 'hello'), tcp(1100, 'JRMI\u0000\u0002K')],
  ),
]
