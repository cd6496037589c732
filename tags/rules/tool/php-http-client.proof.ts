import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('php-http-client', [agent('GuzzleHttp/7')], [agent('Mozilla/5.0 (guzzle)')]),
]
