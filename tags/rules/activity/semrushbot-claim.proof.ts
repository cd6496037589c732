import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'semrushbot-claim',
    [agent('Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)')],
    [agent('Mozilla/5.0 (compatible; sem rush)')],
  ),
]
