import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('cortex-xpanse', at('35.203.211.9'), at('35.203.212.9')),
  verified('cortex-xpanse', 'scan-3.expanse.co'),
]
