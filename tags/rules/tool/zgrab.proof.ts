import { type Proof, agent, proof, ssh } from '#tags/proof/sketch.ts'
import { openssh } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  proof(
    'zgrab',
    [agent('Mozilla/5.0 zgrab/0.x'), ssh('SSH-2.0-ZGrab ZGrab SSH Survey')],
    [agent('Mozilla/5.0 zgrab'), openssh],
  ),
]
