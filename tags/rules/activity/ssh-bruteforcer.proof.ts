import { type Proof, inNetwork, proof, ssh } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ssh-bruteforcer',
    [ssh('SSH-2.0-libssh2_1.11.0'), ssh('SSH-2.0-Go'), ssh('SSH-2.0-paramiko_3.4.0')],
    [ssh('SSH-2.0-OpenSSH_9.6'), ssh('SSH-2.0-Go', { hassh: '' }), inNetwork(ssh('SSH-2.0-Go'))],
  ),
]
