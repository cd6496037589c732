import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'oracle-tns-probe',
    [tcp(1521, '\u0000W\u0000\u0000\u0001\u0000(connect_data=(COMMAND=version))')],
    [tcp(1521, 'hello'), tcp(1522, '\u0000W\u0000\u0000\u0001\u0000(connect_data=(COMMAND=version))')],
  ),
]
