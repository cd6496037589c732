import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ws-discovery-probe',
    [udp(3702, '<?xml version="1.0"?><a>http://schemas.xmlsoap.org/ws/2005/04/discovery/probe</a>')],
    [
      udp(3702, 'hello'),
      udp(3703, '<?xml version="1.0"?><a>http://schemas.xmlsoap.org/ws/2005/04/discovery/probe</a>'),
    ],
  ),
]
