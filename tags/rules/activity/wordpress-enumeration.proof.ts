import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'wordpress-enumeration',
    [get('/wp-json/wp/v2/users/'), get('/?author=1')],
    [get('/wp-json/wp/v2/posts'), get('/?page=1')],
  ),
]
