import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('wfuzz', [agent('Wfuzz/3.1.0')], [agent('Mozilla/5.0 fuzz')])]
