import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('wordpress-login-attempt', post('/blog/wp-login.php', 'log=admin&pwd=x'), get('/wp-login.php')),
]
