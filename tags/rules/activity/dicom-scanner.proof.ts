import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'dicom-scanner',
    [tcp(11112, '\u0001\u0000\u0000\u0000\u0000\u00cd\u0000\u00011.2.840.10008.3.1.1.1')],
    [
      tcp(11112, 'hello'),
      tcp(11113, '\u0001\u0000\u0000\u0000\u0000\u00cd\u0000\u00011.2.840.10008.3.1.1.1'),
    ],
  ),
]
