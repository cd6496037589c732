import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('simplehelp-traversal', get('/toolbox-resource/../serverconfig.xml'), get('/toolbox-resource/x.js')),
]
