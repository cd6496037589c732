import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pop3-imap-login-attempt',
    [tcp(110, 'USER a\r\nPASS b\r\n'), tcp(143, 'a1 LOGIN a b\r\n')],
    [tcp(110, 'CAPA\r\n'), tcp(143, 'a1 CAPABILITY\r\n')],
  ),
]
