import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('docker-api-takeover', post('/v1.43/containers/create', '{}'), get('/v1.43/containers/create')),
]
