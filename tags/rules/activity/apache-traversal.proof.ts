import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('apache-traversal', get('/cgi-bin/.%2e/.%2e/.%2e/.%2e/bin/sh'), get('/cgi-bin/test.cgi')),
]
