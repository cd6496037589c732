import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'php-cgi-argument-injection',
    post('/index.php?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input', '<?php'),
    post('/foo.php'),
  ),
]
