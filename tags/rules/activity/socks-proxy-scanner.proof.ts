import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('socks-proxy-scanner', tcp(1080, '\u0005\u0001\u0000'), [
    tcp(1080, '\u0005'),
    udp(1080, '\u0005\u0001\u0000'),
  ]),
]
