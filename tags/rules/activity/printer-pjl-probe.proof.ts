import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'printer-pjl-probe',
    [tcp(9100, '\u001b%-12345X@PJL INFO ID\u000d\u000a')],
    [tcp(9100, 'hello'), tcp(9101, '\u001b%-12345X@PJL INFO ID\u000d\u000a')],
  ),
]
