import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'zyxel-ftp-rce',
    post('/ztp/cgi-bin/handler', '{"command":"setWanPortSt"}'),
    get('/ztp/cgi-bin/handler'),
  ),
]
