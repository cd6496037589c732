import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'cassandra-probe',
    [
      tcp(
        9042,
        '\u0004\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0016\u0000\u0001\u0000\u000bCQL_VERSION\u0000\u00053.0.0',
      ),
    ],
    [
      tcp(9042, 'hello'),
      tcp(
        9043,
        '\u0004\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0016\u0000\u0001\u0000\u000bCQL_VERSION\u0000\u00053.0.0',
      ),
    ],
  ),
]
