import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'netbios-scanner',
    udp(
      137,
      '\u0080\u00f0\u0000\u0010\u0000\u0001\u0000\u0000\u0000\u0000\u0000\u0000 CKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u0000\u0000!\u0000\u0001',
    ),
    udp(137, '\u0080'),
  ),
]
