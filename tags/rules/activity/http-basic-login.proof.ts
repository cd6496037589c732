import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('http-basic-login', get('/', { authorization: 'Basic dXNlcjpwYXNz' }), [
    get('/'),
    get('/', { authorization: 'Bearer x' }),
  ]),
]
