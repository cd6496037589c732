import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'xwiki-solrsearch',
    get('/bin/get/Main/SolrSearch?media=rss&text=%7d%7d%7d'),
    get('/bin/get/Main/SolrSearch'),
  ),
]
