import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('internet-measurement', at('87.236.176.3'), at('87.236.177.3')),
  verified('internet-measurement', 'alpha.internet-measurement.com'),
]
