import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('memcached-amplification', udp(11_211, '\u0000\u0001\u0000\u0000\u0000\u0001\u0000\u0000stats\r\n'), [
    tcp(11_211, 'stats\r\n'),
    udp(11_211),
  ]),
]
