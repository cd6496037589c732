import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('fortinet-vpn-overflow', post('/remote/hostcheck_validate', 'enc=00bea1'), [
    get('/remote/hostcheck_validate'),
    post('/remote/hostcheck_validate', 'x=1'),
  ]),
]
