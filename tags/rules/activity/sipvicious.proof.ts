import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'sipvicious',
    udp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\nUser-Agent: friendly-scanner\r\n'),
    udp(5060, 'OPTIONS sip:100@192.0.2.9 SIP/2.0\r\nUser-Agent: Asterisk\r\n'),
  ),
]
