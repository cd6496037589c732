import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('bingbot', at('157.55.39.1'), at('157.55.40.1')),
  verified('bingbot', 'msnbot-157-55-39-1.search.msn.com'),
]
