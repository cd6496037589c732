import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'solr-velocity',
    get('/solr/core/select?q=1&wt=velocity&v.template=custom&v.template.custom=x'),
    get('/solr/core/select?q=1'),
  ),
]
