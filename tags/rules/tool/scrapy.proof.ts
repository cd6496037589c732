import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('scrapy', [agent('Scrapy/2.11.2 (+https://scrapy.org)')], [agent('Mozilla/5.0 scrapyard')]),
]
