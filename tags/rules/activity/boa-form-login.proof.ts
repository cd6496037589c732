import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'boa-form-login',
    post('/boaform/admin/formLogin', 'username=admin&psd=x'),
    get('/boaform/admin/formLogin'),
  ),
]
