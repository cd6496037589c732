import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('node-http-client', [agent('axios/1.7.2')], [agent('Mozilla/5.0 axios')]),
]
