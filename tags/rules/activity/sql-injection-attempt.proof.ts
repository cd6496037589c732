import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'sql-injection-attempt',
    [get('/?id=1%20union%20select%201,2'), post('/x', 'id=1 union select 1,2')],
    [get('/?q=credit+union'), post('/x', 'select a union')],
  ),
]
