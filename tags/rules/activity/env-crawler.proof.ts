import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'env-crawler',
    [get('/.env'), get('/app/.env.production'), get('/.prod.env'), get('/api/prod.env'), get('/.env-backup')],
    [get('/environment'), get('/x.env'), get('/.environment')],
  ),
]
