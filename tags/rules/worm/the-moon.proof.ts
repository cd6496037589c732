import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('the-moon', post('/tmUnblock.cgi', 'submit_button=&change_action=&action='), [
    get('/tmUnblock.cgi'),
    post('/tmBlock.cgi'),
  ]),
]
