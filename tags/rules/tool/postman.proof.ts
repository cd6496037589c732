import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('postman', [agent('PostmanRuntime/7.39.0')], [agent('postman pat')]),
]
