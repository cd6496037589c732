import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hnap-rce', post('/HNAP1/', '', { headers: { SOAPAction: 'http://purenetworks.com/HNAP1/`id`' } }), [
    get('/HNAP1/'),
    post('/HNAP1/'),
    // So the owner of such a router logs in.
    post('/HNAP1/', '<Login><Action>request</Action></Login>', {
      headers: { SOAPAction: '"http://purenetworks.com/HNAP1/Login"' },
    }),
  ]),
]
