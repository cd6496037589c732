import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'apache-traversal-double-encoded',
    [get('/cgi-bin/.%%32%65/.%%32%65/bin/sh'), get('/icons/%%32%65%%32%65/etc/passwd')],
    get('/cgi-bin/.%2e/.%2e/bin/sh'),
  ),
]
