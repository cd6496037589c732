import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { inNetwork, ssh } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'ssh-bruteforce-fast',
    [10, 300],
    () => ssh('SSH-2.0-Go'),
    // A configuration tool opens a session a task.
    series(40, 1, () => inNetwork(ssh('SSH-2.0-paramiko_3.4.0'))),
  ),
]
