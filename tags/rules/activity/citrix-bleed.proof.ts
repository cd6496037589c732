import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'citrix-bleed',
    get('/oauth/idp/.well-known/openid-configuration'),
    get('/.well-known/openid-configuration'),
  ),
]
