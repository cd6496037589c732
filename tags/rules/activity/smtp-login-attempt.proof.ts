import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('smtp-login-attempt', tcp(25, 'EHLO x\r\nAUTH LOGIN\r\n'), tcp(25, 'EHLO x\r\nMAIL FROM:<>\r\n')),
]
