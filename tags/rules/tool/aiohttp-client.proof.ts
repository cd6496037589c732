import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('aiohttp-client', [agent('Python/3.11 aiohttp/3.9.5')], [agent('aiohttp')]),
]
