import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ivanti-saml-ssrf',
    post('/dana-ws/saml20.ws', '<x/>'),
    post('/dana-na/auth/saml-sso.cgi', 'SAMLRequest=x'),
  ),
]
