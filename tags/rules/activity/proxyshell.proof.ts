import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'proxyshell',
    get(
      '/autodiscover/autodiscover.json?@foo.example/mapi/nspi/?&Email=autodiscover/autodiscover.json%3F@foo.example',
    ),
    get('/autodiscover/autodiscover.json'),
  ),
]
