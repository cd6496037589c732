import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'spring-cloud-function-rce',
    post('/functionRouter', 'x', {
      headers: { 'spring.cloud.function.routing-expression': 'T(java.lang.Runtime)' },
    }),
    post('/functionRouter', 'x'),
  ),
]
