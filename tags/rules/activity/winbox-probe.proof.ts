import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'winbox-probe',
    [tcp(8291, 'h\u0001\u0000fM2\u0005')],
    [tcp(8291, 'hello'), tcp(8292, 'h\u0001\u0000fM2\u0005')],
  ),
]
