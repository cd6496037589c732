import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('arachni', [agent('Arachni/v1.5.1')], [agent('Arachnid')])]
