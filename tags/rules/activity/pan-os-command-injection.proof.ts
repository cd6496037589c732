import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pan-os-command-injection',
    get('/global-protect/login.esp', { cookies: 'SESSID=/../../../opt/panlogs/x' }),
    get('/global-protect/login.esp', { cookies: 'SESSID=0123456789abcdef' }),
  ),
]
