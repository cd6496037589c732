import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jboss-invoker', post('/invoker/readonly', '\u00ac\u00ed'), get('/invoker/readonly')),
]
