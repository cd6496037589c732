import { type Proof, proof, telnet } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'telnet-default-credentials',
    [telnet('root', 'xc3511'), telnet('root', 'VIZXV')],
    [telnet('root', 'secret'), telnet('echo xc3511')],
  ),
]
