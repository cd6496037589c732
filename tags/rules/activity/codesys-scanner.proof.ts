import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'codesys-scanner',
    [tcp(2455, '\u00bb\u00bb\u0001')],
    [tcp(2455, 'hello'), tcp(2456, '\u00bb\u00bb\u0001')],
  ),
]
