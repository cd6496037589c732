import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'steam-query-amplification',
    [udp(27015, '\u00ff\u00ff\u00ff\u00ffTSource Engine Query\u0000')],
    [udp(27015, 'hello'), udp(27016, '\u00ff\u00ff\u00ff\u00ffTSource Engine Query\u0000')],
  ),
]
