import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'weblogic-console',
    get('/console/css/%252e%252e%252fconsole.portal?_nfpb=true'),
    get('/console/css/login.css'),
  ),
]
