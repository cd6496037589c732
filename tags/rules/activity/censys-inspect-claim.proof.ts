import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'censys-inspect-claim',
    [agent('Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)')],
    [agent('Mozilla/5.0 (compatible; Inspect/1.1)')],
  ),
]
