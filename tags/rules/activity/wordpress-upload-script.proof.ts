import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'wordpress-upload-script',
    [get('/wp-content/uploads/x.php'), get('/blog/wp-content/uploads/2026/11/a.phtml')],
    [get('/wp-content/uploads/2026/11/a.jpg'), get('/wp-content/plugins/x.php')],
  ),
]
