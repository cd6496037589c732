import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'gitlab-exiftool',
    post('/uploads/user', 'AT&TFORM\u0000\u0000\u0003\u00afDJVM (metadata "x")'),
    post('/uploads/user', 'GIF89a'),
  ),
]
