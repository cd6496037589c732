import { type Proof, agent, proof, request } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ai-crawler',
    agent('Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'),
    request('GET', '/gptbot'),
  ),
]
