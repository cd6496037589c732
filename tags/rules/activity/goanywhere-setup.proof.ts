import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'goanywhere-setup',
    get('/goanywhere/images/..;/wizard/InitialAccountSetup.xhtml'),
    get('/goanywhere/images/logo.png'),
  ),
]
