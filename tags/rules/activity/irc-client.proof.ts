import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'irc-client',
    [tcp(6667, 'NICK bot\u000d\u000a')],
    [tcp(6667, 'hello'), tcp(6668, 'NICK bot\u000d\u000a')],
  ),
]
