import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('phpmyadmin-probe', get('/phpmyadmin/index.php'), get('/phpmyadministrator')),
]
