import { type Proof, proof, syn, tcp } from '#tags/proof/sketch.ts'

const rdp =
  '\u0003\u0000\u0000\u0013\u000e\u00e0\u0000\u0000\u0000\u0000\u0000\u0001\u0000\u0008\u0000\u0003\u0000\u0000\u0000'

export const proofs: readonly Proof[] = [
  proof(
    'rdp-crawler',
    [
      tcp(3389, rdp),
      tcp(3390, '\u0003\u0000\u0000+&\u00e0\u0000\u0000\u0000\u0000\u0000Cookie: mstshash=Administr\r\n'),
    ],
    [tcp(3389, '\u0003\u0000'), syn(3389)],
  ),
]
