import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('hnap-probe', get('/HNAP1/'), [post('/HNAP1/'), get('/HNAP')])]
