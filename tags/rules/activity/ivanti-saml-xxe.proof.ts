import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ivanti-saml-xxe',
    post('/dana-na/auth/saml-sso.cgi', 'SAMLRequest=x'),
    get('/dana-na/auth/saml-sso.cgi'),
  ),
]
