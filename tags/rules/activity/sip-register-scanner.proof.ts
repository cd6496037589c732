import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'sip-register-scanner',
    udp(5060, 'REGISTER sip:192.0.2.9 SIP/2.0\r\n'),
    udp(5060, 'OPTIONS sip:x SIP/2.0\r\n'),
  ),
]
