import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('docker-api-probe', get('/v1.43/containers/json'), [get('/version'), get('/v2/version')]),
]
