import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('web-shell-probe', get('/wp-content/shell.php'), get('/shell.html')),
]
