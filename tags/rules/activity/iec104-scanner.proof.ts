import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('iec104-scanner', tcp(2404, 'h\u0004\u0007\u0000\u0000\u0000'), [
    tcp(2404, 'hello'),
    tcp(2405, 'h\u0004'),
  ]),
]
