import { type Proof, proof, ssh } from '#tags/proof/sketch.ts'
import { openssh } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [proof('paramiko', ssh('SSH-2.0-paramiko_3.4.0'), openssh)]
