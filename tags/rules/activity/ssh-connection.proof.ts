import { type Proof, proof, ssh, tcp, tls } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ssh-connection', ssh('SSH-2.0-OpenSSH_9.6'), [tcp(22), tls(22)]),
]
