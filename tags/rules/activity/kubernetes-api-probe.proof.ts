import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('kubernetes-api-probe', get('/api/v1/pods'), get('/api/v1/podsy')),
]
