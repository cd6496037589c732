import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hadoop-yarn-probe', post('/ws/v1/cluster/apps/new-application'), [
    get('/ws/v1/cluster/apps/new-application'),
    post('/ws/v1/cluster/apps'),
  ]),
]
