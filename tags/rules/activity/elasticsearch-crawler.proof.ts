import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('elasticsearch-crawler', get('/_cat/indices?v'), get('/_catalogue')),
]
