import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pptp-probe',
    [tcp(1723, '\u0000\u009c\u0000\u0001\u001a+<M\u0000\u0001')],
    [tcp(1723, 'hello'), tcp(1724, '\u0000\u009c\u0000\u0001\u001a+<M\u0000\u0001')],
  ),
]
