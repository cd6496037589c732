import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('async-http-client-bot', [agent('Custom-AsyncHttpClient')], [agent('AsyncHttpClient 2.0')]),
]
