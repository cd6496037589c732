import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('laravel-ignition', post('/_ignition/execute-solution', '{}'), get('/_ignition/health-check')),
]
