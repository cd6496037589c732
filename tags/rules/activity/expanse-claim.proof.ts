import { type Proof, agent, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'expanse-claim',
    [agent('Expanse, a Palo Alto Networks company, searches across the global IPv4 space')],
    [agent('Expanse')],
  ),
]
