import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('fasthttp', [agent('fasthttp')], [agent('fasthttp server')])]
