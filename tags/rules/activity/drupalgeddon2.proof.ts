import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'drupalgeddon2',
    post('/user/register?element_parents=account/mail/%23value&ajax_form=1', 'x'),
    post('/user/register', 'x'),
  ),
]
