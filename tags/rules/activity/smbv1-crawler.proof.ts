import { smb1 } from '#tags/proof/examples.ts'
import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('smbv1-crawler', tcp(445, smb1), [
    tcp(445, `${smb1}\u0002SMB 2.002\u0000`),
    tcp(445, '\u00feSMB@\u0000'),
  ]),
]
