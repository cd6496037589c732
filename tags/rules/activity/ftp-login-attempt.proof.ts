import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('ftp-login-attempt', tcp(21, 'USER anonymous\r\nPASS x\r\n'), [
    tcp(21, 'USER anonymous\r\n'),
    tcp(8021, 'USER a\r\nPASS b\r\n'),
  ]),
]
