import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jaws-dvr-shell', get('/shell?cd+/tmp;rm+-rf+*'), get('/shell')),
]
