import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'mj12bot-claim',
    [agent('Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)')],
    [agent('Mozilla/5.0 MJ12')],
  ),
]
