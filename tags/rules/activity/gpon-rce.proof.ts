import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('gpon-rce', post('/GponForm/diag_Form?images/', 'XWebPageName=diag&dest_host=`id`'), [
    post('/GponForm/login'),
    post('/GponForm/diag_Form?images/', 'XWebPageName=diag&dest_host=192.0.2.1'),
  ]),
]
