import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'mongodb-crawler',
    tcp(
      27_017,
      ':\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u00d4\u0007\u0000\u0000admin.$cmd\u0000isMaster',
    ),
    tcp(27_017, ':\u0000'),
  ),
]
