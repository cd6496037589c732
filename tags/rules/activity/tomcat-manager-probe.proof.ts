import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('tomcat-manager-probe', get('/manager/html'), get('/manager/')),
]
