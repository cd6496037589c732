import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'uptimerobot-claim',
    [agent('Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)')],
    [agent('Mozilla/5.0+(compatible; Robot)')],
  ),
]
