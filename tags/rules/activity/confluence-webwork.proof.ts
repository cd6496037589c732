import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('confluence-webwork', post('/pages/createpage-entervariables.action', 'queryString=x%5cu0027'), [
    post('/pages/createpage-entervariables.action', 'x'),
    get('/pages/createpage-entervariables.action'),
  ]),
]
