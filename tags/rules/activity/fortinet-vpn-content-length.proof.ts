import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'fortinet-vpn-content-length',
    post('/remote/error', 'x', { headers: { 'Content-Length': '2147483647' } }),
    post('/remote/error', 'x', { headers: { 'Content-Length': '21' } }),
  ),
]
