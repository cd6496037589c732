import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'omron-fins-scanner',
    [tcp(9600, 'FINS\u0000\u0000\u0000\u000c')],
    [tcp(9600, 'hello'), tcp(9601, 'FINS\u0000\u0000\u0000\u000c')],
  ),
]
