import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('modbus-scanner', tcp(502, '\u0000\u0001\u0000\u0000\u0000\u0005\u0001+\u000e\u0001\u0000'), [
    tcp(502),
    tcp(503, 'x'),
  ]),
]
