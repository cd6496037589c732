import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('mssql-login-attempt', tcp(1433, '\u0012\u0001\u0000/\u0000\u0000'), [
    tcp(1433, 'GET'),
    tcp(1434, '\u0012\u0001\u0000'),
  ]),
]
