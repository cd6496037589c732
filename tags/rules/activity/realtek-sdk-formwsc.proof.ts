import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('realtek-sdk-formwsc', post('/goform/formSysCmd', 'sysCmd=id'), get('/goform/formSysCmd')),
]
