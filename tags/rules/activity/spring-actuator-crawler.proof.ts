import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('spring-actuator-crawler', get('/actuator/heapdump'), get('/actuators')),
]
