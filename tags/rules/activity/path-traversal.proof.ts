import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'path-traversal',
    [get('/../../../../etc/passwd'), post('/x', 'file=../../../../etc/passwd')],
    [get('/docs/etc/passwd'), get('/../index.html')],
  ),
]
