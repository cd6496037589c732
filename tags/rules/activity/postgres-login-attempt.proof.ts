import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'postgres-login-attempt',
    [tcp(5432, '\u0000\u0000\u0000%\u0000\u0003\u0000\u0000user\u0000postgres\u0000')],
    [tcp(5432, 'hello'), tcp(5433, '\u0000\u0000\u0000%\u0000\u0003\u0000\u0000user\u0000postgres\u0000')],
  ),
]
