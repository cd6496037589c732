import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('university-of-michigan', at('141.212.120.9'), at('141.212.121.9')),
  verified('university-of-michigan', 'researchscan1.eecs.umich.edu'),
]
