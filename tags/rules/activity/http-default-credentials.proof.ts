import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'http-default-credentials',
    get('/', { authorization: 'Basic YWRtaW46YWRtaW4=' }),
    get('/', { authorization: 'Basic dXNlcjpwYXNz' }),
  ),
]
