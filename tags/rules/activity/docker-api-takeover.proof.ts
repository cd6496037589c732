import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'docker-api-takeover',
    [
      post('/v1.43/containers/create', '{}'),
      post('/containers/create?name=x', '{"Image":"alpine","Cmd":["sh"]}', {
        contentType: 'application/json',
      }),
      post('/images/create?fromImage=alpine&tag=latest'),
      post('/containers/ab12/start'),
      post('/v1.24/exec/ab12/start', '{}'),
    ],
    [
      get('/v1.43/containers/create'),
      // A page for pictures, one for freight, and somebody who looks after machines of his own through a portal.
      post('/images/create', 'title=a'),
      post('/containers/create', 'number=MSKU1234567'),
      post('/api/endpoints/1/docker/containers/ab12/start'),
    ],
  ),
]
