import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('redtail', agent('libredtail-http'), agent('redtail'))]
