import { type Proof, proof, ssh } from '#tags/proof/sketch.ts'
import { openssh } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  proof('libssh-client', [ssh('SSH-2.0-libssh2_1.11.0'), ssh('SSH-2.0-libssh_0.10.6')], openssh),
]
