import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ruby-http-client', [agent('Ruby/3.3.0')], [agent('Mozilla/5.0 Ruby')]),
]
