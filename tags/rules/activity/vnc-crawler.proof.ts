import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('vnc-crawler', tcp(5900, 'RFB 003.008\n'), tcp(5900, 'RFB'))]
