import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jenkins-probe', get('/jenkins/script'), [get('/scripts'), get('/assets/script')]),
]
