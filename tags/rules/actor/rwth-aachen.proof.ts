import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('rwth-aachen', at('137.226.113.4'), at('137.226.113.64')),
  verified('rwth-aachen', 'researchscan9.comsys.rwth-aachen.de'),
]
