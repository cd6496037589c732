import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('teamcity-rpc2', post('/app/rest/users/id:1/tokens/RPC2'), get('/app/rest/users')),
]
