import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'confluence-setup-restore',
    post('/json/setup-restore.action', 'x'),
    post('/setup/setupadministrator.action', 'x'),
  ),
]
