import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'proconos-scanner',
    [tcp(20547, '\u00cc\u0001\u0000\u000b@\u0002')],
    [tcp(20547, 'hello'), tcp(20548, '\u00cc\u0001\u0000\u000b@\u0002')],
  ),
]
