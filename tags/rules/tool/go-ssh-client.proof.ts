import { type Proof, proof, ssh } from '#tags/proof/sketch.ts'
import { openssh } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  proof('go-ssh-client', ssh('SSH-2.0-Go'), [ssh('SSH-2.0-Golf'), openssh]),
]
