import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'bitcoin-node',
    [tcp(8333, '\u00f9\u00be\u00b4\u00d9version\u0000')],
    [tcp(8333, 'hello'), tcp(8334, '\u00f9\u00be\u00b4\u00d9version\u0000')],
  ),
]
