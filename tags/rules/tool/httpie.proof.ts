import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('httpie', [agent('HTTPie/3.2.2')], [agent('Mozilla/5.0 httpie')]),
]
