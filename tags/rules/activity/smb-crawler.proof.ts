import { smb1 } from '#tags/proof/examples.ts'
import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'smb-crawler',
    [tcp(445, smb1), tcp(445, '\u0000\u0000\u0000\u00a0\u00feSMB@\u0000')],
    [tcp(445, 'SMB'), tcp(80, smb1)],
  ),
]
