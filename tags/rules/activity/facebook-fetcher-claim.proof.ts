import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('facebook-fetcher-claim', [agent('facebookexternalhit/1.1')], [agent('Mozilla/5.0 facebook')]),
]
