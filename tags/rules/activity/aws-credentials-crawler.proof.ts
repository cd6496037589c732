import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('aws-credentials-crawler', get('/.aws/credentials'), get('/aws/pricing')),
]
