import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('apache-bench', [agent('ApacheBench/2.3')], [agent('Apache')])]
