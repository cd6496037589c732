import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'php-cgi-options',
    post('/index.php?-d+allow_url_include%3don'),
    post('/index.php?%ADd+allow_url_include%3d1'),
  ),
]
