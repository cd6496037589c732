import { type Proof, get, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'http-proxy-scanner',
    [request('CONNECT', 'example.com:443'), get('http://example.com/')],
    get('/http://example.com/'),
  ),
]
