import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('hello-world-bot', [agent('Hello, World'), agent('Hello World')], agent('Hello, Worldwide')),
]
