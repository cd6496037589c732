import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ivanti-epmm-bypass', get('/mifs/aad/api/v2/admins/users'), get('/mifs/api/v2/admins/users')),
]
