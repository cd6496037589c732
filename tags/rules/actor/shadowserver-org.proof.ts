import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('shadowserver-org', at('184.105.139.67'), at('184.105.139.128')),
  verified('shadowserver-org', 'scan-12.shadowserver.org'),
]
